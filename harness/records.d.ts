/** The plain records that are handed from stage to stage. Units are in the names. */

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
  /** Options of node itself: `--max-old-space-size=400`. */
  nodeOptions?: string[]
  /** What stands behind its file on the command line. */
  args?: string[]
  /** Where it runs; by default, where the person stands. */
  cwd?: string
  /** Which of its ports is put under load, where it opens several. It finds this one as PORT. */
  port?: number
  /** What is particular about the load that it is put under. */
  load?: Pick<Workload, 'revalidate' | 'expects' | 'pace'> & {
    /** A sample is at least this long: for a server that takes most of a second for one answer. */
    leastSeconds?: number
    /** So many requests it has served when it is measured: for a server whose cost depends on that. */
    afterRequests?: number
  }
}

/** The load a subject is put under. */
export interface Workload {
  path: string
  connections: number
  durationSeconds: number
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

/** Where a started subject listens. */
export interface Address { host: string, port: number }

/** What a driver saw from outside. */
export interface Load {
  driver: string
  connections: number
  /** Wall time from the first request to the last answer. */
  seconds: number
  /** Requests answered. */
  requests: number
  requestsPerSecond: number
  bytesPerSecond: number
  /** Where the workload expects refusals, that of the other answers: how fast a server says no is another question. */
  latencyMs: { mean: number, p50: number, p90: number, p99: number, max: number }
  /** Answers with a status outside 200-299; NaN where the driver does not tell. */
  non2xx: number
  /** How many of these the workload expects. */
  expected: number
  /** Requests that got no answer: reset, refused, timed out. */
  errors: number
  timeouts: number
  /** autocannon only: requests sent that got no answer and are not under way any more. It counts as an error only what the system reports as one. */
  lost?: number
  /** At a fixed pace only: how late the requests were sent, p99. */
  lateMs?: number
  /** autocannon only: its own summaries (per request, and per reading), for tools that want them. */
  summaries?: Record<'requests' | 'throughput' | 'latency', { mean: number, stddev: number }>
  /** CPU time of the generating process over wall time: 1 is one core. */
  generatorCpuShare: number
  /** Event-loop utilisation of the generator, 0-1: at 1 the generator has no time left. */
  generatorUtilization: number
}

/** What the subject's own process tells about itself; counters since the process started. */
export interface Vitals {
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
}

/** One measured run of one subject: what the driver saw from outside, and the subject's own readings. */
export interface Sample extends Load {
  /** The subject's id. */
  subject: string
  /** Counted from 1. */
  round: number
  node: string
  /** How many bursts of load it was made of. */
  bursts: number
  /** Of what was answered, without refusals where the workload expects them. */
  bytesPerRequest: number
  serverCpuUsPerRequest: number
  /** CPU per request in the second half of the sample over that in the first: 1 where no request costs more than the one before. */
  costGrowth: number
  /** Where the plan asks for it: heap in use after garbage collection, after a load less before it, for each request between. */
  retainedBytesPerRequest?: number
  /** CPU time of the subject's process over wall time: 1 is one core. */
  serverCpuShare: number
  /** Event-loop utilisation of the subject, 0-1. */
  loopUtilization: number
  /** The longest that the subject's event loop was late. */
  loopDelayMaxMs: number
  /** Share of the wall time that garbage collection stopped the subject, 0-1. */
  gcShare: number
  /** At the end of the sample. */
  rssBytes: number
  /** Of a writer (see pour/): how long it or its meter stood in line for a core, over wall time, 0-1. */
  waitShare?: number
  /** Where it was looked at: what neither the server nor the generator took of all cores, 0-1. */
  othersShare?: number
}

/** A reason not to believe a sample. */
export interface Doubt {
  name: 'generator-bound' | 'host-bound' | 'errors' | 'refusals' | 'silence'
  /** The metrics that say nothing because of it. */
  spoils: string[]
  sentence: string
  remedy: string
}

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
  plan: import('./measure').Plan
  samples: Sample[]
}

export type Verdict = 'holds' | 'fails' | 'inconclusive' | 'invalid'

export type FrameKind = 'app' | 'dependency' | 'node' | 'v8' | 'native'

/** One function on a stack. `file` is null for code that has none. */
export interface Frame {
  name: string
  file: string | null
  line: number | null
  kind: FrameKind
}

/** A stack, outermost frame first, and how much of the profile it stands for. */
export interface WeightedStack { frames: Frame[], weight: number }

export interface HotFunction extends Frame {
  /** Percent of all busy samples spent in the function itself and the native code it called. */
  self: number
  /** Percent spent in the function and everything it called. */
  total: number
  /** The part of `self` that is native or V8 code. */
  native: number
}

export interface Profile {
  /** Hottest function first, at most ten. */
  hottest: HotFunction[]
  /** Percent of busy samples that belong to no JavaScript function. */
  other: { garbageCollector: number, program: number }
  /** Busy samples, or microseconds, that the percentages are made of. */
  weight: number
}

export type DoctorIssue = 'event-loop' | 'gc' | 'io' | 'none' | 'data' | 'unknown'

export interface Diagnosis {
  issue: DoctorIssue
  /** `performance`, `none` or `data` for each metric that Doctor looks at. */
  issues: Record<string, string>
}
