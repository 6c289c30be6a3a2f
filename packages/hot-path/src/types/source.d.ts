/** Profiles of V8, and source locations. */

/** CPU profile in V8's format; times in µs. */
export interface CpuProfile {
  nodes: any[]
  samples: number[]
  timeDeltas: number[]
  startTime: number
  endTime: number
}

export interface HeapNode { callFrame: any, selfSize: number, children: HeapNode[] }
/** Heap profile in V8's format; sizes in bytes. */
export interface HeapProfile { head: HeapNode }

/** Source range of a function; `from` and `to` are character offsets in the file. */
export interface SourceRange {
  file: string
  name: string
  from: number
  to: number
  /** Calls while V8 counted them; without meaning if it did not. */
  calls?: number
  /** Calls per request; absent if they were not counted. */
  perRequest?: number
}
/** Returns the text of a file; null if it cannot be read. */
export type ReadSource = (file: string) => string | null

/** Breakdown of the main thread's busy time; shares of that time, 0-1. */
export interface BusyWith {
  /** Application functions, with the built-in functions and packages that they call. */
  own: number
  /** Packages that call the application, excluding the application functions they call. */
  framework: number
  /** Node's HTTP clients, `http.request` and `fetch`, for upstream requests. */
  client: number
  /** Node internals, network and system. */
  node: number
  garbageCollector: number
  /** Part of `own`: synchronous file-system and child-process calls. */
  synchronousCalls: number
}

/** A script that a loader has compiled in memory, and the text that V8 runs, with its source map. */
export interface CompiledScript { file: string, text: string }

export interface UsedMap {
  /** Generated file, with a source map, that was executed. */
  file: string
  /** Reason why its source map cannot be read; null if it can. */
  broken: string | null
}

/** A bar of a timeline; `series`: index of its series, or null. */
export interface Segment { name: string, fromMs: number, toMs: number, series: number | null }
export interface Row { name: string, segments: Segment[] }

/** Observations of a main thread whose event loop does not turn. */
export interface BlockedThread {
  /** Time of the observation. */
  seconds: number
  /** Sampled stacks, innermost frame first; empty if the thread stays in native code. */
  stacks: CallFrame[][]
  /** Shares of the time until each of them was answered: meanwhile, the thread was in native code. */
  delays: number[]
  /** CPU profile; null if the thread stays in native code. */
  profile: CpuProfile | null
  /** Shares of that time in which it ran, and in which it waited for a core; null if unknown. */
  cpuShare: number | null
  waitedShare: number | null
  /** Bytes by which the heap has shrunk; 0 if unknown. */
  freedBytes: number
  /** Command lines of the running child processes. */
  commands: string[]
}

/** A source location in a call stack. `functionLine`: the first line of its function, if it is known. */
export interface CallFrame { file: string, line: number, column: number, function: string, functionLine?: number }

/** An object that retains most of the memory that was added while the server was observed. */
export interface Retainer {
  /** Its name: a variable, and the fields that lead from there to the object; empty for an entry of a collection. */
  path: string[]
  /** Its constructor: `Object`, `Map`. */
  type: string
  /** Whether it has no name of its own: it is inside the object that the path leads to. */
  isInside: boolean
  /** Script that declares the variable; null for a global variable. */
  file: string | null
  /** Kind of its entries if they are a linked list: `Listener`, `PromiseReaction`; else null. */
  list: string | null
  /** Function of the application that most of its entries are, or refer to, such as a listener; null if none. */
  entryAt: { file: string; line: number; column: number } | null
  /** Number of entries that were added. */
  entries: number
  /** Number of requests that were answered meanwhile. */
  requests: number
  /** Added memory that it retains, in bytes. */
  bytes: number
  /** The same as a share of all added memory. */
  share: number
}
