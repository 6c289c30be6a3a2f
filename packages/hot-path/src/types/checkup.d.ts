/** Records of a check-up. Field names contain the units; `null` means unknown on this system. */

import type { Connections, CpuSampling, Refusal, RequestWaits, SampledChild, ThreadHeapSampling, ThreadMemory } from './agent'
import type { Inside, Load, Outside, Place, Reading } from './pipeline'
import type { BusyWith, CallFrame, HeapProfile, Retainer, SourceRange } from './source'

/** Number of listeners of one emitter for one event. */
export interface ListenerCount {
  /** Class name of the emitter. */
  emitter: string
  event: string
  count: number
  /** Source location of the last listener, for long lists. */
  listener?: CallFrame
}

/** A listener count with the identity of its emitter. */
export interface IdentifiedListenerCount extends ListenerCount {
  /** Id of the emitter, stable across the snapshots of a process. */
  id: number
}

/** Memory of a process by where it is, in bytes. */
export interface MemoryParts {
  /** Objects on V8's heap, of the main thread. */
  heap: number
  /** Array buffers, which Node's buffers are. */
  arrayBuffers: number
  /** Other memory outside of the heap that V8 counts, for example of `v8.serialize`. */
  external: number
  /** All of these, of worker threads. */
  workers: number
  /** The rest of the resident set, beyond what V8 has reserved: native modules, thread stacks, the allocator's. */
  native: number
}

/** Open file descriptors, by what they refer to: files; sockets; pipes, event queues and so on. */
export interface Descriptors {
  files: number
  sockets: number
  others: number
}

/** A snapshot of memory, listeners and file descriptors after garbage collection, taken outside timed phases. */
export interface ListenerSnapshot {
  requests: number
  memory: MemoryParts
  /** Number of live worker threads. */
  workers: number
  listenerCounts: IdentifiedListenerCount[]
  /** Open file descriptors, those of files by path; `limit`: how many the process may open; null if unknown. */
  descriptors: { files: Record<string, number>, sockets: number, others: number, limit: number } | null
  /** Whether the server had become idle after the previous load. */
  calm: boolean
  /** CPU that the server used at the end of the wait for that, in cores. */
  cpuShare: number
}

/** All observations of a check-up: the input of its findings and its page. */
export interface Examination {
  node: string
  cores: number
  /** Size of the server's thread pool; NaN if the server ended before the first reading. */
  poolSize: number
  connections: number
  /** Memory limit of the server's control group, in bytes; null if there is none. */
  memoryLimitBytes: number | null
  load: Load | null
  /** Share of the main load after which it ended, because that was enough; else 1. */
  loadShare?: number
  /** Whether the start is judged, too: of a program that ended by itself. */
  isWhole?: boolean
  /** Readings during the main load; the first is taken directly before it. */
  readings: Reading[]
  outside: Outside[]
  /** Figures of a short load through one connection, by which nothing queues; null if there was none. */
  alone: { medianMs: number, loopUtilization: number } | null
  /** Snapshots before, between and after two short loads; empty if the server had ended. */
  snapshots: ListenerSnapshot[]
  /** Readings before and after each of these loads. */
  later: Reading[][]
  /** A snapshot after a further load, if native memory seems to grow. */
  confirming?: ListenerSnapshot
  /** Processes and threads during the main load; absent if the server had ended. */
  inside?: Inside
  /** Premature end of the server; null if it served to the end. */
  ended: { how: 'died' | 'hung', words: string } | null
  /** Profiles; absent if no finding needs one, or if source locations are disabled. */
  looks?: Looks
}

/** Profiles of the server, taken under an additional load. */
export interface Looks {
  /** Duration of profiling, in seconds. */
  seconds: number
  /** The additional load, which all profiles share. */
  load: Load | null
  /** Reason for an early end; null if there was none. */
  failed: string | null
  cpu?: Looked & CpuSampling
  allocations?: Looked & HeapSampling
  retained?: Looked & HeapSampling
  waits?: Looked & RequestWaits
  /** CPU profiles of descendant processes. */
  processes?: SampledChild[]
  refusals?: Looked & { answers: number, refusals: Refusal[] }
}

/** `served`: number of requests answered during the profile. */
export interface Looked { served: number }

export interface HeapSampling {
  before: { metrics: ThreadMemory }
  profile: HeapProfile | null
  functions: SourceRange[]
  /** What retains most of the added memory; absent without heap snapshots. */
  retainer?: Retainer | null
  /** Whether the heap was too large for heap snapshots. */
  isTooLarge?: boolean
  /** What worker threads retain; absent without worker threads. */
  threads?: ThreadHeapSampling[]
  /** Metrics after the profile. Like `before`, taken after a garbage collection, except in an attached process. */
  metrics: ThreadMemory
}

/** Trend from the first to the last third, as a ratio, and its one-sided 95 % lower bound; NaN with too few values. */
export interface Growth {
  estimate: number
  low: number
}

/** Figures of the analysed window: the basis of all findings. Shares are 0-1; a CPU share of 1 is one core. */
export interface AnalysisWindow {
  /** Indices of the first and last analysed reading. */
  judged: [number, number]
  /** Whether it is the whole run of a program that ended by itself. */
  isWhole: boolean
  seconds: number
  requests: number
  connections: number
  cores: number
  poolSize: number
  ended: Examination['ended']
  /** Event-loop utilisation, 0-1. */
  loopUtilization: number
  /** CPU use of the process, in cores. */
  cpuShare: number
  /** CPU use of the main thread, in cores; of the process if unknown. */
  mainCpuShare: number
  /** CPU use outside the main thread (thread pool, worker threads, V8 helper threads), in cores; 0 if unknown. */
  otherThreadsShare: number
  /** Shares of the event loop's active time: user CPU, system CPU, waiting for a core, and garbage collection. */
  userCpuShare: number
  systemShare: number
  runQueueShare: number
  gcShare: number
  /** Active time of the event loop per request, without garbage collection, in ms. */
  blockedMsPerRequest: number
  /** Durations of event-loop blocks longer than 20 ms, in ms. */
  blocksMs: number[]
  longestBlockMs: number
  /** User CPU time of the main thread per request, without garbage collection, in µs, for each third of the requests;
   * empty if there are too few. */
  costsUs: number[]
  /** The same in the cheapest short load after the main load, in µs; NaN if unknown. */
  laterCostUs: number
  /** Trends of the CPU time per request, of the blocked time per request, and of the time of a fixed piece of work. A
   * trend of the last one is caused by the machine. */
  costGrowth: Growth
  blockedGrowth: Growth
  pieceGrowth: Growth
  /** Median number of active thread-pool requests over the analysed readings. */
  poolRequests: number
  /** Growth of the bytes that wait to be sent to other servers, from the first to the last analysed reading. */
  queuedBytes: number
  /** Busy share of all cores. */
  hostBusyShare: number
  /** CPU use of other processes than the server and the load generator, in cores. */
  othersShare: number
  /** CPU quota of the server's control group, in cores; null if there is none. */
  quotaCores: number | null
  /** Share of the quota's periods in which it was used up, 0-1. */
  throttledShare: number
  latencyMs: { mean: number, p50: number, p99: number, max: number }
  throughput: number
  /** Figures of a short load through one connection; null if there was none. */
  alone: { medianMs: number, loopUtilization: number } | null
  /** Share of responses with an unexpected status outside 200-299. */
  refusedShare: number
  /** Share of requests that failed without a response. */
  unansweredShare: number
  timeouts: number
  /** Number of worker processes of Locust that were lost. */
  lostWorkers: number
  /** Number of connections without a response for at least the second half of the load, with an idle event loop: all or
   * none. */
  stuck: number
  driver: string
  generatorUtilization: number
  /** Memory retained by each of two short loads, in bytes and in bytes per request. */
  retainedBytes: number[]
  retainedBytesPerRequest: number[]
  /** Growth of memory in each of these loads, by where it is. */
  grownMemory: MemoryParts[]
  /** Resident set before the load, and its maximum during the load, in bytes. */
  rssBytes: [number, number]
  /** The memory at these moments, by where it is, garbage included; empty without readings. */
  memory: MemoryParts[]
  /** Memory in use after the last collection; null without snapshots. */
  memoryInUse: MemoryParts | null
  /** Growth of memory that V8 does not count, with the number of requests: in the second half of the load, and in a
   * further load that confirms it; empty if it is not confirmed. `leastBytes`: less is normal variation. */
  nativeGrowth: { bytes: number, requests: number, leastBytes: number }[]
  /** Growth of it that is normal variation, in bytes. */
  leastNativeBytes: number
  /** Memory limit of the server's control group, in bytes; null if there is none. */
  memoryLimitBytes: number | null
  /** Size up to which V8's heap may grow, in bytes; NaN if unknown. */
  heapLimitBytes: number
  /** Number of worker threads that each of these loads left running. */
  workersLeft: number[]
  /** Whether the server was idle at every memory snapshot. */
  calm: boolean
  /** Least CPU use of the process without load, in cores; 0 without snapshots. */
  restCpuShare: number
  /** Number of requests served in both short loads. */
  shortRequests: number
  /** The emitters, at most five, that gained most listeners during the short loads, largest gain first. */
  grown: (ListenerCount & { before: number })[]
  /** Growth of the open file descriptors during each short load; empty if unknown. */
  grownDescriptors: Descriptors[]
  /** Open file descriptors at the end, and how many the process may open (`limit`; null for any number); null if
   * unknown. */
  openDescriptors: (Descriptors & { limit: number | null }) | null
  /** Path of the file that most of these refer to; empty if there is none. */
  mostOpened: string
  /** Number of open resources at the end, by Node's resource type. */
  resources: Record<string, number>
  /** Whether the server accepts connections of another protocol, such as WebSocket. */
  acceptsUpgrades: boolean
  /** Increase in open resources from start to end, by resource type. */
  opened: Record<string, number>
  /** See Inside; 0 (`shareBelow`: NaN) if unknown. */
  processes: number
  threads: number
  shareBelow: number
  /** Breakdown of the main thread's busy time; null without a CPU profile. */
  busyWith: BusyWith | null
  /** Part of `busyWith.framework` in packages that do not serve requests, such as a template engine, 0-1. */
  packageShare: number
  /** Largest share of one function of the application, with what it calls, in the main thread's busy time, 0-1. */
  largestShare: number
  /** Worker threads, busiest first; `cpuShare`: CPU use in cores. */
  workerThreads: { title: string, cpuShare: number }[]
  /** Descendant processes, busiest first; empty if not profiled. */
  childProcesses: { title: string, loopUtilization: number, requests: number, cpuMsPerRequest: number }[]
  /** Shares of request time by awaited resource (`thread pool: zlib`, `timer`, `network`); null if none was traced. */
  waitShares: Record<string, number> | null
  /** Number of sequential upstream requests per request; null if there are none, or not traced. */
  asksInTurn: number | null
  /** Number of outgoing connections opened per started request; null if not traced. */
  opensPerRequest: number | null
  /** Number of names looked up per started request; null if not traced. */
  lookupsPerRequest: number | null
  /** Outgoing connections of the server; empty if not traced. */
  connectionsTo: Connections[]
  /** Statuses of error responses, most frequent first, with the start of a response; empty if not recorded. */
  refusedWith: { status: number, count: number, said: string }[]
  /** Share of the main thread's time used by the check-up itself. */
  observerShare: number
}

/** Conclusions of a check-up. */

/** A number that led to a finding. */
export interface Evidence {
  /** Description of the value. */
  what: string
  value: number | null
  /** Unit of the value and its threshold; absent for counts. A `share` is 0-1 and shown in percent. */
  unit?: 'share' | 'ms' | 's' | 'µs' | 'ns' | 'cores' | 'times' | 'bytes' | 'req/s'
  /** Threshold for the value. */
  threshold?: number
  /** Reason for the threshold. */
  why?: string
}

export interface Finding {
  name: string
  /** Conclusion in one sentence. */
  sentence: string
  evidence: Evidence[]
  /** Source locations, by severity; empty if not profiled or none were found. */
  places?: Place[]
  /** Whether this is a minor finding, listed after all others, including `healthy`. */
  aside?: boolean
  /** Whether CPU contention alone can cause this finding. */
  explainable?: boolean
  /** Name of a finding that confounds this one: either can cause these figures. */
  explainedBy?: string
  /** Whether all other findings are omitted. */
  alone?: boolean
}

/** The export of a finding's file. */
export interface Judge {
  name: string
  /** When it is given, in one sentence for the documentation. */
  condition: string
  /** What is profiled, and which source location is reported; missing if there is none. */
  locates?: string
  /** Meaning, as paragraphs. The first is the summary; code is in backticks. */
  means: string[]
  /** Next commands and remedies, in the same format. */
  next: string[]
  /** Meaning, next commands, or both, where those above do not apply; null if they do. */
  advice?: (window: AnalysisWindow) => { means?: string[]; next: string[] } | null
  judge: (window: AnalysisWindow) => Omit<Finding, 'name'> | null
  /** Profiles needed for the source locations, by priority. */
  looks?: LookName[] | ((window: AnalysisWindow) => LookName[])
  /** Sentence before the source locations, if they are not the answer. */
  placesTitle?: string
  places?: (looks: Looks, window: AnalysisWindow, options: PlaceOptions) => Place[]
}

export type ProbeLook = 'cpu' | 'allocations' | 'retained' | 'waits' | 'refusals'
export type LookName = ProbeLook | 'processes'
export interface PlaceOptions {
  readSource: ReadSource
  /** Paths of the application's source files. V8 no longer knows functions that ran only at the start. */
  sourceFiles?: string[]
}
