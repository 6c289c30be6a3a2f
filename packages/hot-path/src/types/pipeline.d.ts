/** The plain records that are handed from stage to stage. Units are in the names. */

import type { Doubt } from './verdict'

/** Anything that can be started and measured. */
export interface Subject {
  /** Short and unique in a session: `01-slow`. Names the folder under `reports/`. */
  id: string
  title: string
  /** Absolute path of the file that `node` runs. */
  entry: string
  /** What a person would type for `entry`: relative to the working directory where that is shorter. */
  file: string
  /** Path and query of the URL to put under load: `/seed/v1`. */
  path: string
  /** What it finds in its environment, beside ours. */
  env?: Record<string, string>
  /** Absolute path of the Node that runs it, where it is not ours. */
  node?: string
  /** Options of node itself: `--max-old-space-size=400`. */
  nodeOptions?: string[]
  /** What stands behind its file on the command line. */
  args?: string[]
  /** Where it runs; by default, where the person stands. */
  cwd?: string
  /** Which of its ports is put under load, where it opens several. It finds this one as PORT. */
  port?: number
  /** What a comparison of it asks, where that does not follow from its load. */
  question?: 'throughput' | 'p99' | 'cpu'
  /** What is particular about the load that it is put under. */
  load?: Pick<Workload, 'revalidate' | 'expects' | 'pace' | 'requests'> & {
    /** A sample is at least this long: for a server that takes most of a second for one answer. */
    leastSeconds?: number
    /** It is measured from its start, without a warm-up: for a server that every request makes slower. */
    fresh?: boolean
    /** So many requests it has served when it is measured: for a server whose cost depends on that. */
    afterRequests?: number
  }
}

/** One of the requests that a load is made of. `[<id>]` in its path, a header or its body is another one each time. */
export interface LoadRequest {
  /** `GET` where it is missing. */
  method?: string
  /** Path and query; the subject's own where it is missing. */
  path?: string
  headers?: { [name: string]: string }
  body?: string
  /** Of a body that is no text: its bytes as Base64. */
  encoding?: 'base64'
  /** How often it is sent beside the others: a whole number, 1 where it is missing. */
  weight?: number
}

/** The load a subject is put under. */
export interface Workload {
  path: string
  /** What is sent, in turns; `GET` to the path where it is missing. */
  requests?: LoadRequest[]
  connections: number
  durationSeconds: number
  /** Threads that autocannon's connections are shared out among; 1 where it is missing. */
  workers?: number
  /** Ask for the ETag once, and send it along (`If-None-Match`), as a client does that has the answer already. */
  revalidate?: boolean
  /** Statuses outside 200-299 that are part of the bargain. */
  expects?: number[]
  /**
   * Send at a fixed pace, however long the answers take (an open loop), and not each request when the one before is
   * answered. `beside`: requests to another path at the same time, which are not counted.
   */
  pace?: { requestsPerSecond: number, beside?: { path: string, requestsPerSecond: number } }
}

/** What a driver saw from outside. */
export interface Load {
  driver: string
  connections: number
  /**
   * Wall time from the first request to the last answer: nothing is sent after the duration, and what is under way is
   * waited for.
   */
  seconds: number
  /** Requests answered. */
  requests: number
  /** Of an uninterrupted load, while requests were sent; where there are only bursts, over their whole time. */
  requestsPerSecond: number
  bytesPerSecond: number
  /**
   * Where the workload expects refusals, that of the other answers: how fast a server says no is another question. A
   * request that timed out counts with the time-out. At a fixed pace, from when the request was due.
   */
  latencyMs: { mean: number, p50: number, p90: number, p99: number, max: number }
  /** HdrHistogram of the latencies, compressed, in microseconds; of programs beside us (wrk) there is none. */
  latencyHistogram?: string
  /** Answers with a status outside 200-299; NaN where the driver does not tell. */
  non2xx: number
  /** How many of these the workload expects. */
  expected: number
  /** Requests that got no answer: reset, refused, timed out. */
  errors: number
  timeouts: number
  /** At a fixed pace only: how late the requests were sent, p99; their latency has it already. */
  lateMs?: number
  /** CPU time of the generating process over wall time: 1 is one core. */
  generatorCpuShare: number
  /** Event-loop utilisation of the generator, 0-1: at 1 the generator has no time left. */
  generatorUtilization: number
}

/** What a process did that we attached to, while others used it. */
export interface PassedTraffic {
  seconds: number
  /** HTTP/1 requests answered. */
  requests: number
  requestsPerSecond: number
  /** Answers with a status outside 200-299. */
  non2xx: number
  /** Of its event loop, 0-1. */
  loopUtilization: number
  /** CPU time over wall time: 1 is one core. */
  cpuShare: number
}

/** What the subject's own process tells about itself; counters since the process started. */
export interface ProcessMetrics {
  atMs: number
  cpuUserUs: number
  cpuSystemUs: number
  loopIdleMs: number
  loopActiveMs: number
  /** The longest that the event loop was late since it was last reset. */
  loopDelayMaxMs: number
  rssBytes: number
  heapUsedBytes: number
  /** Outside the heap: buffers. */
  externalBytes: number
  gcMs: number
  /** HTTP requests answered; 0 where the process serves no HTTP/1. */
  requests: number
  /** How many of these had a status outside 200-299. */
  non2xx: number
  workers: number // worker threads that are alive
}

/** One measured run of one subject: from outside, and by its own readings. */
export interface Sample extends Load {
  /** The subject's id. */
  subject: string
  /** Counted from 1. */
  round: number
  node: string
  /** How many bursts of load it was made of; 0 where it was one uninterrupted load. */
  bursts: number
  /** Of an uninterrupted load; NaN where the plan has none. */
  latencyMs: Load['latencyMs']
  /** Where the sample has both: the throughput in bursts, in turns with the others, for ratios. */ burstRequestsPerSecond?: number
  /**
   * Closed loop only: requests under way, from throughput and mean latency of the uninterrupted load, over connections.
   * 1 where both are right.
   */
  littlesLaw?: number
  /** Each burst taken as a reading, for tools that judge by readings. */
  summaries?: Record<'requests' | 'throughput' | 'latency', { mean: number, stddev: number }>
  isWarm: boolean // its cost was steady before it was measured (see measurement/steady-state.js)
  /** Of what was answered, without refusals where the workload expects them. */
  bytesPerRequest: number
  serverCpuUsPerRequest: number
  /**
   * CPU per request in the second half of the sample over that in the first: 1 where no request costs more than the one
   * before.
   */
  costGrowth: number
  /**
   * Where the plan asks for it: heap in use after garbage collection, after a load less before it, for each request
   * between.
   */
  retainedBytesPerRequest?: number
  /**
   * Where the plan asks for counts: bytes allocated on the heap of the main thread; connections opened, and HTTP
   * requests made, to others.
   */
  allocatedBytesPerRequest?: number
  connectionsPerRequest?: number
  outgoingPerRequest?: number
  /** CPU time of the subject's process over wall time: 1 is one core. */
  serverCpuShare: number
  /** Event-loop utilisation of the subject, 0-1. */
  loopUtilization: number
  /** The longest that the subject's event loop was late while it was under load. */
  loopDelayMaxMs: number
  /** Share of the wall time that garbage collection stopped the subject, 0-1. */
  gcShare: number
  /** At the end of the sample. */
  rssBytes: number
  /** What whoever took the sample has against it, beside what verdict/validity.js looks for. */
  doubts?: Doubt[]
  /** Where it was looked at: what other programs took of all cores, 0-1. */
  othersShare?: number
  /** Which of its ports was measured. */ ports?: Ports
  /** What it consisted of, beside its main thread. */ inside?: Inside
}

export type { Doubt }

/** Where a session was measured: figures from two machines cannot be compared. */
export interface Machine {
  cpu: string
  cores: number
  memoryBytes: number
  platform: string
  node: string
}

/** One measurement of several subjects, in rounds. */
export interface Session {
  date: string
  machine: Machine
  plan: import('./pipeline').Plan
  samples: Sample[]
}

export type FrameKind = 'app' | 'dependency' | 'node' | 'v8' | 'native'

/** One function on a stack. `file` is null for code that has none. */
export interface Frame {
  name: string
  file: string | null
  line: number | null
  /** From 1; where the profiler tells it. */
  column?: number
  kind: FrameKind
}

/** A stack, outermost frame first, and how much of the profile it stands for. */
export interface WeightedStack {
  frames: Frame[]
  weight: number
  /** The same by the lines of the innermost frame, where the profiler tells them. */
  lines?: { line: number, weight: number }[]
}

/** Where in the source of an application something happens. */
export interface Place {
  /** Relative to the working directory, where it lies in it. */
  file: string
  /** From 1, as `column`. */
  line: number
  column: number
  function: string
  /** 0-1. */
  share: number
  /** What the share is of: "the time that the main thread was busy". */
  of: string
  /** What happens there. */
  why: string
}

/** A thread of a server that has several, or a process that it has started. */
export interface ThreadShare {
  /** `main thread`, `worker thread 2`, `cluster worker 1 (process 4242)`. */
  title: string
  /** That it took while it was profiled; null where it did not answer. */
  cpuMs: number | null
  /** Shares of its own time; null where it did nothing. */
  hottest: HotFunction | null
  /** Of a process. */
  loopUtilization?: number
  requests?: number
}

/** A function that takes a larger share of the busy time than in another profile. */
export interface ShareChange extends Omit<Frame, 'column'> {
  /** null where it was not seen. */
  beforePercent: number | null
  afterPercent: number
  calledFrom: string | null
  /** No function by itself has grown enough: the shares are those of this one with all that it calls. */
  withCalls?: boolean
}

export interface HotFunction extends Frame {
  /** Percent of all busy samples spent in the function itself and the native code it called. */
  self: number
  /** Percent spent in the function and everything it called. */ total: number
  /** The part of `self` that is native or V8 code. */ native: number
  /** Of a function of a package, or of Node: the function of the application from which most of `self` came. */
  calledFrom?: Frame | null
}

export interface Profile {
  /** Hottest function first, at most ten. */
  hottest: HotFunction[]
  /** Percent of busy samples that belong to no JavaScript function. */
  other: { garbageCollector: number, program: number }
  /** Busy samples, or microseconds, that the percentages are made of. */
  weight: number
}

/** What is read of a subject that is followed through a load. */

/** One reading from inside the subject; counters since the process started. */
export interface Telemetry extends ProcessMetrics {
  /** CPU of the main thread alone. */
  mainUserUs: number | null
  mainSystemUs: number | null
  /** How long the main thread was ready to run and got no core. */
  mainWaitedUs: number | null
  /** Readings since the last one that nobody asked for, taken while the loop was blocked. */
  pushed: Omit<Telemetry, 'pushed'>[]
  /** Every time since the last reading that the event loop was blocked for longer than 20 ms. */
  blocksMs: number[]
  /** Work under way that the thread pool is for: file system and DNS. Of crypto and zlib, Node does not tell. */
  poolRequests: number
  /** Threads of that pool. */
  poolSize: number
  /** How much is open, by what Node calls it: `TCPSocketWrap`, `Timeout`. */
  resources: Record<string, number>
  /** How long a fixed piece of work took on the main thread, by the clock. */
  pieceUs: number
  /** How long the main thread was busy with these readings. */
  observerMs: number
}

/** A telemetry reading, and what the machine was doing when it was read. */
export interface Reading extends Omit<Telemetry, 'pushed'> {
  /** Of all cores together, since the machine started. */
  hostBusyMs: number
  hostIdleMs: number
  /** CPU of the process that puts the load on. */
  generatorCpuUs: number
  /** That came to it until then: for servers that speak HTTP in their own way, whose requests Node does not count. */
  answers: number
}

/** What was seen from outside in a quarter of a second. */
export interface Outside {
  /** Since the load began. */
  atMs: number
  answers: number
  refused: number
  latencyMeanMs: number
  latencyMaxMs: number
}

/** All of it. */
export interface Seen {
  /** null where the subject ended, or hung, before the load was over. */
  load: Load | null
  readings: Reading[]
  /** In quarters of a second. */
  outside: Outside[]
}

/** What is known of a running subject, beside its process metrics. */

/** Where a started subject listens. */
export interface Address { host: string, port: number }

/** Which port of a subject is measured, and of which ones. */
export interface Ports {
  measured: number
  /** All that it has open, the measured one first. */
  opened: number[]
  /** Whether several answered equally well when they were asked, and the first was taken. */
  alike: boolean
}

/** What a subject consisted of under load, beside the main thread of the process that was started. */
export interface Inside {
  /** Child processes, and theirs. */
  processes: number
  /** Child processes that listen on a port of their own, and do not count above: a database, an upstream. */
  services: number
  /** The most worker threads that were alive at once. */
  threads: number
  /** CPU time of the child processes over that of all its processes, 0-1; NaN where the system does not tell. */
  shareBelow: number
}

/** What is to be said of a subject with child processes or worker threads. */
export interface OthersInside {
  name: 'several-processes' | 'worker-threads' | 'services'
  /** The metrics of a Sample that say nothing because of it; none where the figures can be believed all the same. */
  spoils: string[]
  sentence: string
  remedy: string
}

/** How a session is measured. */
export interface Plan {
  driver: string
  connections: number
  /** Threads of autocannon that they are shared out among, where there are several. */
  workers?: number
  /** At most, for each subject (see measurement/steady-state.js). */
  warmupSeconds: number
  /** Of load in each sample, in bursts. */
  durationSeconds: number
  /** Of uninterrupted load in each sample, for its latencies; 0 for none. */
  latencySeconds: number
  /** Ids of the subjects whose latencies are wanted; all, where it is missing. */
  latencyOf?: string[]
  /** Ids of the subjects whose memory for each request is measured, too. */
  retainedOf?: string[]
  /** In how many rounds it is counted, too, what a request makes a subject do. */
  countedRounds?: number
  /** The least number of rounds. */
  rounds: number
  /** By id: of the subjects that are measured in fewer rounds. */
  roundsOf?: Record<string, number>
  /** Of the subjects that are measured by themselves (see groupsOf), where fewer do. */
  roundsAlone?: number
  /** Begin further rounds as long as they fit into this time: how many there are depends on the clock alone, never on
   * what was measured. */
  budgetSeconds?: number
}

