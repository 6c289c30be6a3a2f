/** Records that are passed between the stages. Field names contain the units. */

import type { Doubt } from './verdict'

/** A server under test, or another program that can be started and measured. */
export interface Subject {
  /** Short id, unique in a session: `01-slow`. Also the name of the folder under `reports/`. */
  id: string
  title: string
  /** Absolute path of the file that `node` runs. */
  entry: string
  /** Display form of `entry`: relative to the working directory if it is below it. */
  file: string
  /** URL path and query to load: `/seed/v1`. */
  path: string
  /** Environment variables added to those of hot-path. */
  env?: Record<string, string>
  /** Absolute path of the Node.js executable, if it is not hot-path's. */
  node?: string
  /** Options of Node.js: `--max-old-space-size=400`. */
  nodeOptions?: string[]
  /** Command-line arguments after the file. */
  args?: string[]
  /** Start script that does not run node directly: `next start`. The file that it runs is not known yet. */
  startScript?: string
  /** Working directory; by default, that of hot-path. */
  cwd?: string
  /** Port to load, if the server opens several. It is passed to the server as PORT. */
  port?: number
  /** Metric that decides comparisons, if it does not follow from the load. */
  question?: 'throughput' | 'p99' | 'cpu'
  /** Workload settings of this subject. */
  load?: Pick<Workload, 'revalidate' | 'expects' | 'pace' | 'requests'> & {
    /** Minimum duration of a sample in seconds, for servers that need most of a second per response. */
    leastSeconds?: number
    /** Whether to skip the warm-up, for servers that every request makes slower. */
    fresh?: boolean
    /** Number of requests served before the measurement, for servers whose cost depends on it. */
    afterRequests?: number
  }
}

/** A request of a workload. `[<id>]` in its path, a header or its body is replaced by a new UUID each time. */
export interface LoadRequest {
  /** HTTP method; `GET` by default. */
  method?: string
  /** URL path and query; those of the subject by default. */
  path?: string
  headers?: { [name: string]: string }
  body?: string
  /** Encoding of a binary body: Base64. */
  encoding?: 'base64'
  /** Relative frequency: an integer, 1 by default. */
  weight?: number
}

/** Description of a load. */
export interface Workload {
  path: string
  /** Requests, interleaved by weight; by default, `GET` to the path. */
  requests?: LoadRequest[]
  connections: number
  durationSeconds: number
  /** Name of the load generator, for commands that run one load; `built-in` by default. */
  driver?: string
  /** Number of worker processes of Locust that share the connections; 1 by default. */
  workers?: number
  /** Number of worker processes of Locust that are started on other machines. */
  expectWorkers?: number
  /** Whether to fetch the ETag once and send it as `If-None-Match`, like a client with a cached response. */
  revalidate?: boolean
  /** Expected statuses outside 200-299. */
  expects?: number[]
  /** Constant rate (open loop), instead of sending each request after the previous response (closed loop). `beside`:
   * uncounted requests to another path at the same time. */
  pace?: { requestsPerSecond: number, beside?: { path: string, requestsPerSecond: number } }
}

/** A load for a server that runs already. */
export interface AppliedLoad {
  address: Address
  workload: Workload
}

/** Result of a load, measured by the driver. */
export interface Load {
  driver: string
  connections: number
  /** Wall time from the first request to the last response, in seconds. Pending requests are awaited after the
   * duration, except by wrk. */
  seconds: number
  /** Number of answered requests. */
  requests: number
  /** Throughput: while requests were sent in an uninterrupted load; over the whole time if there are only bursts. */
  requestsPerSecond: number
  bytesPerSecond: number
  /** Latency in ms. If the workload expects error responses, these are excluded. A request that timed out counts with
   * the timeout. At a constant rate, latency starts when the request was due. */
  latencyMs: { mean: number, p50: number, p90: number, p99: number, max: number }
  /** HdrHistogram of the latencies in µs, compressed, Base64; absent without an uninterrupted load of hot-path. */
  latencyHistogram?: string
  /** Number of responses with a status outside 200-299; NaN if the driver does not report it. */
  non2xx: number
  /** Number of these that the workload expects. */
  expected: number
  /** Number of requests without a response: reset, refused, timed out. */
  errors: number
  timeouts: number
  /** At a constant rate only: p99 of the sending delay, in ms, which the latency includes. */
  lateMs?: number
  /** Locust only: mean time from a response to the next request of the same connection, in ms. No latency includes it. */
  betweenMs?: number
  /** Locust only: number of worker processes that were lost. Their requests are not counted. */
  lostWorkers?: number
  /** CPU use of the load generator's processes on this machine, in cores. */
  generatorCpuShare: number
  /** Event-loop utilisation of the load generator, 0-1; at 1 it is saturated. For wrk: its CPU use, in cores; for
   * Locust: that of its busiest worker. */
  generatorUtilization: number
}

/** Observed traffic and CPU use of a process over a time window. */
export interface PassedTraffic {
  seconds: number
  /** Number of answered HTTP/1 requests. */
  requests: number
  requestsPerSecond: number
  /** Number of responses with a status outside 200-299. */
  non2xx: number
  /** Event-loop utilisation, 0-1. */
  loopUtilization: number
  /** CPU use, in cores. */
  cpuShare: number
}

/** Process metrics read inside the server; counters since the process started. */
export interface ProcessMetrics {
  atMs: number
  cpuUserUs: number
  cpuSystemUs: number
  loopIdleMs: number
  loopActiveMs: number
  /** Maximum event-loop delay since the last reset, in ms. */
  loopDelayMaxMs: number
  rssBytes: number
  heapUsedBytes: number
  /** Memory that V8 has reserved for its heap, in bytes. */
  heapTotalBytes: number
  /** Memory outside the heap that V8 knows of (buffers), in bytes. */
  externalBytes: number
  /** Part of `externalBytes` in array buffers, which Node's buffers are. */
  arrayBuffersBytes: number
  gcMs: number
  /** Number of answered requests on the measured port; in an attached process, on all ports. */
  requests: number
  /** Number of these with a status outside 200-299. */
  non2xx: number
  workers: number // number of live worker threads
}

/** One measured run of one subject, from the load generator and from process metrics. */
export interface Sample extends Load {
  /** Id of the subject. */
  subject: string
  /** Number of the round, from 1. */
  round: number
  node: string
  /** Number of bursts; 0 for one uninterrupted load. */
  bursts: number
  /** Latency of the uninterrupted load, in ms; NaN if the plan has none. */
  latencyMs: Load['latencyMs']
  /** If the sample has both loads: throughput of the interleaved bursts, for ratios. */ burstRequestsPerSecond?: number
  /** Closed loop only: throughput times mean latency of the uninterrupted load, divided by the number of connections.
   * 1 if both figures are correct (Little's law). */
  littlesLaw?: number
  /** Summary with one value per burst, for tools that expect a series of readings. */
  summaries?: Record<'requests' | 'throughput' | 'latency', { mean: number, stddev: number }>
  isWarm: boolean // whether the cost was steady before the measurement (see measurement/steady-state.js)
  /** Response bytes per request; without error responses if the workload expects them. */
  bytesPerRequest: number
  serverCpuUsPerRequest: number
  /** CPU per request in the second half of the sample, relative to the first; 1 if the cost is constant. */
  costGrowth: number
  /** If the plan requests it: increase of the heap and of memory outside of it (buffers) after garbage collection over a
   * load, in bytes per request. */
  retainedBytesPerRequest?: number
  /** If the plan requests counts, per request: bytes allocated on the main thread's heap, outgoing connections opened,
   * and outgoing HTTP requests. */
  allocatedBytesPerRequest?: number
  connectionsPerRequest?: number
  outgoingPerRequest?: number
  /** CPU use of the server process, in cores. */
  serverCpuShare: number
  /** Event-loop utilisation of the server, 0-1. */
  loopUtilization: number
  /** Maximum event-loop delay of the server under load, in ms. */
  loopDelayMaxMs: number
  /** Share of wall time in which garbage collection paused the server, 0-1. */
  gcShare: number
  /** Resident memory at the end of the sample, in bytes. */
  rssBytes: number
  /** Validity warnings in addition to those of verdict/validity.js. */
  doubts?: Doubt[]
  /** Share of all cores used by other programs, 0-1, if measured. */
  othersShare?: number
  /** Core that the main threads of all servers of a round shared in their bursts; null if the scheduler chose. */
  core?: number | null
  /** Measured port and open ports. */ ports?: Ports
  /** Descendant processes and worker threads. */ inside?: Inside
}

export type { Doubt }

/** Machine of a session. Figures of different machines are not comparable. */
export interface Machine {
  cpu: string
  cores: number
  memoryBytes: number
  platform: string
  node: string
}

/** A measurement of several subjects, in rounds. */
export interface Session {
  date: string
  machine: Machine
  plan: Plan
  samples: Sample[]
}

export type FrameKind = 'app' | 'dependency' | 'node' | 'v8' | 'native'

/** A stack frame. `file` is null for code without a file. */
export interface Frame {
  name: string
  file: string | null
  line: number | null
  /** Column, from 1; absent if the profiler does not report it. */
  column?: number
  kind: FrameKind
}

/** A stack, outermost frame first, and its weight in the profile. */
export interface WeightedStack {
  frames: Frame[]
  weight: number
  /** Weights by line of the innermost frame; absent if the profiler does not report lines. */
  lines?: { line: number, weight: number }[]
}

/** A source location in the application. */
export interface Place {
  /** Path; relative to the working directory if inside it. */
  file: string
  /** Line, from 1, as is `column`. */
  line: number
  column: number
  function: string
  /** Share of `of`, 0-1. */
  share: number
  /** Reference quantity of the share: "main-thread busy time". */
  of: string
  /** Description of what the code does there. */
  why: string
}

/** CPU use of a thread or a descendant process of a server. */
export interface ThreadShare {
  /** Name: `main thread`, `worker thread 2`, `cluster worker 1 (process 4242)`. */
  title: string
  /** CPU time during the profile, in ms; null if it was unresponsive. */
  cpuMs: number | null
  /** Hottest function, with shares of this thread's time; null if it was idle. */
  hottest: HotFunction | null
  /** Event-loop utilisation, 0-1; processes only. */
  loopUtilization?: number
  requests?: number
}

/** A function whose share of the busy time increased relative to another profile. */
export interface ShareChange extends Omit<Frame, 'column'> {
  /** Share of the busy time, in percent; null if the function was not sampled. */
  beforePercent: number | null
  afterPercent: number
  calledFrom: string | null
  /** Whether the shares include callees, because no function's self time increased enough. */
  withCalls?: boolean
}

export interface HotFunction extends Frame {
  /** Self time, including native code that it called, in percent of all busy samples. */
  self: number
  /** Total time, including all callees, in percent. */ total: number
  /** Part of `self` in native or V8 code, in percent. */ native: number
  /** For functions of packages or Node: the application function that caused most of `self`. */
  calledFrom?: Frame | null
}

export interface Profile {
  /** Functions by self time, at most ten. */
  hottest: HotFunction[]
  /** Percent of busy samples without a JavaScript function. */
  other: { garbageCollector: number, program: number }
  /** Total weight, in busy samples or µs: 100 % of the percentages. */
  weight: number
}

/** Readings of a subject during a load. */

/** A reading from inside the server; counters since the process started. */
export interface Telemetry extends ProcessMetrics {
  /** CPU time of the main thread, in µs. */
  mainUserUs: number | null
  mainSystemUs: number | null
  /** Time in which the main thread was runnable but had no core, in µs. */
  mainWaitedUs: number | null
  /** Unsolicited readings since the last one: a blocked event loop cannot answer requests for readings. */
  pushed: Omit<Telemetry, 'pushed'>[]
  /** Durations of event-loop blocks longer than 20 ms since the last reading, in ms. */
  blocksMs: number[]
  /** Number of active thread-pool requests: file system and DNS. Node does not report crypto and zlib. */
  poolRequests: number
  /** Bytes that wait to be sent to other servers. */
  queuedBytes: number
  /** Number of threads of that pool. */
  poolSize: number
  /** Size up to which V8's heap may grow, in bytes. */
  heapLimitBytes: number
  /** Number of open resources by Node's resource type: `TCPSocketWrap`, `Timeout`. */
  resources: Record<string, number>
  /** Whether a server in the process accepts connections of another protocol, such as WebSocket. */
  acceptsUpgrades: boolean
  /** Wall time of a fixed piece of work on the main thread, in µs. */
  pieceUs: number
  /** Main-thread time spent on these readings, in ms. */
  observerMs: number
}

/** A telemetry reading, with counters of the machine and of the load generator. */
export interface Reading extends Omit<Telemetry, 'pushed'> {
  /** Busy time of all available cores together, in ms since boot. */
  hostBusyMs: number
  hostIdleMs: number
  /** CPU time of the load generator's process, in µs. */
  generatorCpuUs: number
  /** Number of responses received so far, for servers with their own HTTP implementation, whose requests Node does not
   * count. */
  answers: number
  /** CPU quota of the server's control group: cores' worth of CPU time; periods in which the group ran, and in which it
   * was throttled. Null if there is none. */
  quota: { cores: number, periods: number, throttledPeriods: number } | null
}

/** Responses within a quarter of a second, measured by the load generator. */
export interface Outside {
  /** Start of the interval, in ms since the start of the load. */
  atMs: number
  answers: number
  refused: number
  latencyMeanMs: number
  latencyMaxMs: number
}

/** All readings of a load. */
export interface Seen {
  /** Result; null if the server ended or hung during the load. */
  load: Load | null
  readings: Reading[]
  /** Responses per quarter of a second. */
  outside: Outside[]
}

/** Properties of a running subject. */

/** The address that a started subject listens on. */
export interface Address {
  host: string
  port: number
  /** Default: `http`. `h2` is HTTP/2 over TLS, `h2c` HTTP/2 without TLS. */
  protocol?: 'http' | 'https' | 'h2' | 'h2c'
}

/** The measured port and all open ports of a subject. */
export interface Ports {
  measured: number
  /** All open ports, the measured one first. */
  opened: number[]
  /** Whether several ports responded equally well and the first was chosen. */
  alike: boolean
}

/** Descendant processes and worker threads of a subject under load. */
export interface Inside {
  /** Number of descendant processes, without `services`. */
  processes: number
  /** Number of child processes that listen on their own port: a database, an upstream. */
  services: number
  /** Maximum number of concurrently live worker threads. */
  threads: number
  /** CPU time of the descendants, as a share of that of all processes of the subject, 0-1; NaN if unknown. */
  shareBelow: number
}

/** Notice about a subject with child processes or worker threads. */
export interface OthersInside {
  name: 'several-processes' | 'worker-threads' | 'services'
  /** Metrics of a Sample that are invalid because of it; empty if all figures remain valid. */
  spoils: string[]
  sentence: string
  remedy: string
}

/** Settings of a session. */
export interface Plan {
  driver: string
  connections: number
  /** Number of threads that share the built-in driver's connections, if more than one. */
  workers?: number
  /** Maximum warm-up per subject, in seconds (see measurement/steady-state.js). */
  warmupSeconds: number
  /** Duration of the bursts of a sample, in seconds. */
  durationSeconds: number
  /** Duration of the uninterrupted load of a sample, for latencies, in seconds; 0 for none. */
  latencySeconds: number
  /** Ids of the subjects whose latency is measured; all by default. */
  latencyOf?: string[]
  /** Ids of the subjects whose retained memory per request is measured. */
  retainedOf?: string[]
  /** Number of rounds in which allocations and outgoing connections and requests are counted. */
  countedRounds?: number
  /** Minimum number of rounds. */
  rounds: number
  /** Number of rounds by subject id, for subjects with fewer rounds. */
  roundsOf?: Record<string, number>
  /** Maximum number of rounds of subjects that are measured alone (see groupsOf in measurement/round.js). */
  roundsAlone?: number
  /** Time for further rounds, in seconds. The number of rounds depends on the clock only, never on measured values. */
  budgetSeconds?: number
}

