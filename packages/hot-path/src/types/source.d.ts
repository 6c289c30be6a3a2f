/** From what V8 tells to lines of the source. */

/** As V8 writes it: times in microseconds. */
export interface CpuProfile {
  nodes: any[]
  samples: number[]
  timeDeltas: number[]
  startTime: number
  endTime: number
}

export interface HeapNode { callFrame: any, selfSize: number, children: HeapNode[] }
/** As V8 writes it. */
export interface HeapProfile { head: HeapNode }

/** Offsets of a function. */
export interface SourceRange { file: string, name: string, from: number, to: number }
/** The text of a file; null where it cannot be read. */
export type ReadSource = (file: string) => string | null

/** What the main thread was busy with, as shares of that time (0-1). */
export interface BusyWith {
  /** Functions of the application, with the built-in functions and the packages that they call. */
  own: number
  /** Packages that call the application, and what they do by themselves. */
  framework: number
  /** Node's own clients, `http.request` and `fetch`, with which the server asks others. */
  client: number
  /** Node, its network and the system. */
  node: number
  garbageCollector: number
  /** Of `own`, calls to the file system and to other programs that the thread waits for. */
  synchronousCalls: number
}

export interface UsedMap {
  /** What ran. */
  file: string
  /** Why its map cannot be read. */
  broken: string | null
}

/** A bar of a timeline; null: of no series. */
export interface Segment { name: string, fromMs: number, toMs: number, series: number | null }
export interface Row { name: string, segments: Segment[] }

/** Where a function was called. */
export interface CallFrame { file: string, line: number, column: number, function: string }
