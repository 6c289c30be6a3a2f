/** The records of a check-up. Units are in the names; `null` is what this system cannot tell. */

import type { Connections, CpuSampling, GrownCollection, Refusal, RequestWaits, SampledChild } from './agent'
import type { Inside, Load, Outside, Place, ProcessMetrics, Reading } from './pipeline'
import type { BusyWith, CallFrame, HeapProfile, SourceRange } from './source'

/** Listeners of one emitter for one event. */
export interface ListenerCount {
  /** Name of its class. */
  emitter: string
  event: string
  count: number
  /** The last of them, where there are many. */
  listener?: CallFrame
}

/** What a snapshot knows of it. */
export interface IdentifiedListenerCount extends ListenerCount {
  /** Of the emitter, the same in each snapshot of a process: two emitters of one class have two. */
  id: number
}

/** Taken while nothing is timed, after garbage collection. */
export interface ListenerSnapshot {
  requests: number
  /** Heap and what is outside it (buffers). */
  bytes: number
  listenerCounts: IdentifiedListenerCount[]
  /** Whether the load before was over for the subject, too. */
  calm: boolean
}

/** Everything a check-up saw: what its findings and its page are made of. */
export interface Examination {
  node: string
  cores: number
  /** Threads of the subject's thread pool; NaN where it ended before it could tell. */
  poolSize: number
  connections: number
  load: Load | null
  /** Under the main load, the first one right before it. */
  readings: Reading[]
  outside: Outside[]
  /** Before, between and after two short loads: empty where the subject had ended. */
  snapshots: ListenerSnapshot[]
  /** Under the main load; missing where the subject had ended. */
  inside?: Inside
  /** What the subject did too early: null where it served to the end. */
  ended: { how: 'died' | 'hung', words: string } | null
  /** Missing where nothing called for a look, or nobody wanted one. */
  looks?: Looks
}

/** What was seen by looking into the subject again, under a load of its own. */
export interface Looks {
  /** How long that took. */
  seconds: number
  /** The load of the first of them. */
  load: Load | null
  /** Why it ended early. */
  failed: string | null
  cpu?: Looked & CpuSampling
  allocations?: Looked & HeapSampling
  retained?: Looked & HeapSampling
  waits?: Looked & RequestWaits
  /** Those that the server has started. */
  processes?: SampledChild[]
  refusals?: Looked & { answers: number, refusals: Refusal[] }
}

/** `served`: requests that were answered meanwhile. */
export interface Looked { served: number }

export interface HeapSampling {
  before: { metrics: ProcessMetrics }
  profile: HeapProfile | null
  functions: SourceRange[]
  /** Collections with more entries than before, by how many more. */
  grown: GrownCollection[]
  /** After a garbage collection, as those before. */
  metrics: ProcessMetrics
}

/** From the first third to the last, as a ratio; and its bound, one-sided, 95 %. NaN where too little is known. */
export interface Growth {
  estimate: number
  low: number
}

/**
 * The judged window of an examination in figures: what every finding is judged by. Shares are 0-1, CPU 1 is one core.
 */
export interface AnalysisWindow {
  /** Of the readings: `[from, to]` are judged. */
  judged: [number, number]
  seconds: number
  requests: number
  connections: number
  cores: number
  poolSize: number
  ended: Examination['ended']
  /** Event-loop utilisation. */
  loopUtilization: number
  /** CPU of the whole process. */
  cpuShare: number
  /** CPU of the main thread; of the process where the system does not tell. */
  mainCpuShare: number
  /**
   * CPU of the process outside its main thread: thread pool, workers, V8's helpers. 0 where the system does not tell.
   */
  otherThreadsShare: number
  /**
   * Of the time that the loop was active: on a core, outside and inside the kernel; waiting for a core; collecting
   * garbage.
   */
  userCpuShare: number
  systemShare: number
  runQueueShare: number
  gcShare: number
  /** How long a request blocked the loop, without garbage collection. */
  blockedMsPerRequest: number
  /** How long the loop was blocked at a time, where that was longer than 20 ms. */
  blocksMs: number[]
  longestBlockMs: number
  /**
   * CPU of the main thread for a request, outside the kernel and without garbage collection, in each third of the
   * requests; empty where there are too few for that.
   */
  costsUs: number[]
  /** The trend of that, of how long a request blocked the loop, and of how long the same piece of work took: what changes
   * there is the machine. */
  costGrowth: Growth
  blockedGrowth: Growth
  pieceGrowth: Growth
  /** The median, over all readings. */
  poolRequests: number
  /** Of all cores together. */
  hostBusyShare: number
  /** CPU that neither the subject nor the load generator took. */
  othersShare: number
  latencyMs: { mean: number, p50: number, p99: number, max: number }
  throughput: number
  /** Answers outside 200-299 that the workload does not expect. */
  refusedShare: number
  /** Requests that got no answer, and are not under way any more. */
  unansweredShare: number
  timeouts: number
  /** Connections on which a request has been waiting for half of the load or longer. */
  stuck: number
  driver: string
  generatorUtilization: number
  /** Memory kept, in each of two short loads; and for each request. */
  retainedBytes: number[]
  retainedBytesPerRequest: number[]
  /** Whether the subject was at rest each time that its memory was read. */
  calm: boolean
  /** Requests served in both. */
  shortRequests: number
  /** The emitters that gained most listeners while these were served, at most five, the largest gain first. */
  grown: (ListenerCount & { before: number })[]
  /** What is open at the end, by what Node calls it. */
  resources: Record<string, number>
  /** What is open at the end and was not at the beginning. */
  opened: Record<string, number>
  /** See Inside. 0 where nothing is known of it. */
  processes: number
  threads: number
  shareBelow: number
  /** Null where nobody has looked. */
  busyWith: BusyWith | null
  /** Those that run beside the main thread, busiest first; `cpuShare`: cores. */
  workerThreads: { title: string, cpuShare: number }[]
  /** Processes that the server has started, busiest first; empty where nobody has looked. */
  childProcesses: { title: string, loopUtilization: number, requests: number, cpuMsPerRequest: number }[]
  /** Of the time of the requests, by what they waited for: `thread pool: zlib`, `timer`, `network`. Null as above. */
  waitShares: Record<string, number> | null
  /** How often a request asks another server, where it does so several times, one after another. */
  asksInTurn: number | null
  /** Connections to others that were opened, for each request that began; null where nobody has looked. */
  opensPerRequest: number | null
  /** That the subject has opened; empty where nobody has looked. */
  connectionsTo: Connections[]
  /** Statuses of refusals, the most frequent first, with the beginning of an answer; empty where nobody has looked. */
  refusedWith: { status: number, count: number, said: string }[]
  /** Share of the main thread's time that the check-up itself took. */
  observerShare: number
}

/** What a check-up concludes. */

/** A number that led to a finding. */
export interface Evidence {
  /** What it is. */
  what: string
  value: number | null
  /** Of the value and its threshold; a `share` is 0-1, and is shown in percent. A count has none. */
  unit?: 'share' | 'ms' | 's' | 'µs' | 'ns' | 'cores' | 'times' | 'bytes' | 'req/s'
  /** The threshold that it was held against. */
  threshold?: number
  /** The reason for the threshold. */
  why?: string
}

export interface Finding {
  name: string
  /** In one sentence. */
  sentence: string
  evidence: Evidence[]
  /** Weightiest first; empty where nobody has looked, or nothing was found. */
  places?: Place[]
  /** There, but not the main thing: any other finding comes before it, `healthy` too. */
  aside?: boolean
  /** Whether programs that take the cores can make any server look like that. */
  explainable?: boolean
  /** Another finding that can make any server look like that: then the two cannot be told apart. */
  explainedBy?: string
  /** No other finding is given beside it. */
  alone?: boolean
}

/** What a finding's file gives. */
export interface Judge {
  name: string
  /** What it means: the first paragraph stands for the whole. Code is in backticks. */
  means: string[]
  /** What to run next, and what to do: in the same way. */
  next: string[]
  judge: (window: AnalysisWindow) => Omit<Finding, 'name'> | null
  /** What has to be looked at for its places, weightiest first. */
  looks?: LookName[] | ((window: AnalysisWindow) => LookName[])
  places?: (looks: Looks, window: AnalysisWindow, options: PlaceOptions) => Place[]
}

export type ProbeLook = 'cpu' | 'allocations' | 'retained' | 'waits' | 'refusals'
export type LookName = ProbeLook | 'processes'
export interface PlaceOptions { readSource: ReadSource }
