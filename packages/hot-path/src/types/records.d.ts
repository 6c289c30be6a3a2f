/** Records printed by `--json`: the source of records.schema.json (npm run docs). Undefined numbers (0 requests in 0
 * seconds) are `null`. */

import type { WaitsSummary } from './agent'
import type { AnalysisWindow, Finding } from './checkup'
import type { Comparison, Grown } from './comparison'
import type { Doubt, Frame, Load, LoadRequest, OthersInside, PassedTraffic, Place, Ports, Profile, Sample, ShareChange, ThreadShare, Workload } from './pipeline'
import type { UsedMap } from './source'
import type { CoreUse, Diagnosis, Disturbance, Judgement, Outlier, Verdict } from './verdict'

/** A record printed by `--json`. `version` changes if a field is removed or changes its meaning, not if one is
 * added. */
export type HotPathRecord =
  | DoctorRecord
  | ProfileRecord
  | CheckupRecord
  | WaitsRecord
  | AttachedRecord
  | BlockedRecord
  | LoadRecord
  | StallsRecord
  | WithoutLoadRecord
  | ReadProfileRecord
  | HeapRecord
  | CompareRecord
  | GateRecord
  | GatesRecord
  | ClaimsRecord
  | ReadyRecord

export interface Printed {
  version: 1
  /** Version of Node.js: of the inspected program if hot-path started it, otherwise of hot-path. */
  node: string
}

export interface DoctorRecord extends Printed, Inspected, Diagnosis {
  command: 'doctor'
}

export interface ProfileRecord extends Printed, Inspected, Profile {
  command: 'flame' | '0x' | 'cpu-profile'
}

export interface CheckupRecord extends Printed, Inspected, Examined {
  command: 'checkup'
}

export interface WaitsRecord extends Printed, Inspected {
  command: 'waits'
  /** Source locations, largest share first. */
  places: Place[]
  /** Summary of the traced requests. */
  waits: Omit<WaitsSummary, 'places'>
  cost: { requestsPerSecond: { before: number, during: number } }
}

export interface LoadRecord extends Printed, Load {
  command: 'load'
  /** URL, with secrets masked. */
  url: string
  date: string
}

/** Result of inspecting a running process: the fields of one instrument. */
export interface AttachedRecord extends Printed {
  command: 'attach'
  instrument: 'cpu-profile' | 'heap' | 'waits' | 'checkup'
  /** Id: `process-<pid>`. */
  subject: string
  /** Script, from the command line of the process. */
  file: string
  pid: number
  date: string
  passed: PassedTraffic
  /** With `checkup --attach`: the load that hot-path applied. */
  workload?: Workload
  load?: Load | null
  sourceMaps?: UsedMap[]
  /** Absolute path of the page. */
  report: string
  hottest?: Profile['hottest']
  other?: Profile['other']
  weight?: number
  places?: Place[]
  waits?: Omit<WaitsSummary, 'places'>
  kept?: HeapRecord['kept']
  allocated?: HeapRecord['allocated']
  findings?: CheckupRecord['findings']
  window?: CheckupRecord['window']
  look?: CheckupRecord['look']
}

/** Result of attaching to a process whose event loop is blocked. Nothing was loaded into it. */
export interface BlockedRecord extends Printed {
  command: 'attach'
  pid: number | null
  /** Script, from the command line of the process. */
  file: string
  date: string
  blocked: Blocked
}

/** Result of watching a running process for stalls (`attach <pid> stalls`). */
export interface StallsRecord extends Printed {
  command: 'attach'
  instrument: 'stalls'
  pid: number
  file: string
  date: string
  /** Duration of the watch. */
  seconds: number
  longerThanMs: number
  stalls: Stall[]
}

/** A turn of the event loop that took long. */
export interface Stall extends Blocked {
  /** Its begin, in seconds since that of the watch. */
  atSeconds: number
}

export interface Blocked {
  /** `native code`: JavaScript is not interrupted there; `no core`: other programs used the cores; `unknown`: its CPU
   * time could not be read. */
  cause: 'computation' | 'garbage collection' | 'synchronous call' | 'synchronous wait' | 'native code' | 'no core' | 'unknown'
  /** Time of the observation, in which the event loop did not turn. */
  seconds: number
  /** CPU use of the main thread meanwhile, in cores; null if unknown. */
  cpuShare: number | null
  /** Source locations, largest share first. */
  places: Place[]
  /** A stack of the first location, innermost frame first; empty if the thread stays in native code. */
  stack: CallFrame[]
  /** Command lines of the running child processes. */
  commands: string[]
}

/** Result of inspecting a program without load (`--no-load`): the fields of one instrument. */
export interface WithoutLoadRecord extends Printed {
  command: 'cpu-profile' | 'heap' | 'waits' | 'checkup'
  /** Id of the subject. */
  subject: string
  /** Program file. */
  file: string
  /** Date and time, ISO 8601. */
  date: string
  end: ProgramEnd
  /** Observed traffic and CPU use; `requests` come from other clients. */
  passed: PassedTraffic
  /** Notice about other processes and threads; null for a single thread, or if the program ended on its own. */
  othersInside: OthersInside | null
  sourceMaps?: UsedMap[]
  /** Absolute path of the page. */
  report: string
  hottest?: Profile['hottest']
  other?: Profile['other']
  weight?: number
  threads?: ThreadShare[]
  places?: Place[]
  /** Summary of the traced requests; if there were none, of the program as a single request. */
  waits?: Omit<WaitsSummary, 'places'>
  /** Throughput during tracing; null if the program answered no requests. */
  cost?: { requestsPerSecond: { before: null, during: number } } | null
  /** Retained memory; null if the program ended before it was measured. `bytesPerRequest`: null without requests. */
  kept?: { bytes: number, bytesPerRequest: number | null, places: Place[] } | null
  allocated?: HeapRecord['allocated']
  findings?: CheckupRecord['findings']
  window?: CheckupRecord['window']
  look?: null
}

/** Result of reading existing profiles (`--from`). */
export interface ReadProfileRecord extends Printed {
  command: 'cpu-profile' | 'heap'
  /** Profile file, or two files: before and after. */
  from: string[]
  /** Absolute path of the page. */
  report: string
  sourceMaps?: UsedMap[]
  hottest?: Profile['hottest']
  other?: Profile['other']
  /** CPU time in µs. */
  weight?: number
  /** Functions whose share increased; only for two CPU profiles. */
  changes?: ShareChange[]
  /** Source locations that allocated the memory in use. */
  places?: Place[]
  kept?: null
  allocated?: { places: Place[] }
}

export interface HeapRecord extends Printed, Inspected {
  command: 'heap'
  /** Source locations of retained memory; if hardly any is retained, of allocations. */
  places: Place[]
  kept: { bytes: number, bytesPerRequest: number, places: Place[] }
  allocated: { places: Place[] }
}

export interface CompareRecord extends Printed, Comparison {
  command: 'compare'
  /** Outcome for the goal; null if none was set. */
  goal: Outcome | null
  /** Absolute path of the page. */
  report: string
}

export interface ClaimsRecord extends Printed {
  command: 'claims'
  subjects: string[]
  claims: Judged[]
  samples: Sample[]
}

export interface ReadyRecord extends Printed {
  command: 'ready'
  fit: boolean
  checks: Check[]
}

export interface Inspected {
  /** Id of the subject. */
  subject: string
  /** Program file. */
  file: string
  /** Date and time, ISO 8601. */
  date: string
  workload: Workload
  /** Result of the load; null if the server had ended. */
  load: Load | null
  /** CPU use by program during the load; null if unknown, or if the server had ended. */
  cores: CoreUse | null
  /** Interference that distorts the result; null if there was none. */
  disturbance: Disturbance | null
  /** Address that was loaded: `127.0.0.1:41234`. */
  address: string
  ports: Ports
  /** Notice about other processes and threads; null for a single thread. */
  othersInside: OthersInside | null
  /** Generated files with source maps. Lines are those of the original source, unless the map is broken. */
  sourceMaps?: UsedMap[]
  /** Absolute path of the page. */
  report: string
}

export interface Examined {
  /** Findings, by severity. */
  findings: Finding[]
  window: AnalysisWindow
  /** Facts about memory that are no findings, one paragraph each. */
  remarks: string[]
  /** Cost of profiling for source locations; null if skipped. `failed`: reason for an early end; null if there was
   * none. */
  look: {
    seconds: number
    requestsPerSecond: number | null
    mainRequestsPerSecond: number | null
    failed: string | null
  } | null
}

/** A judged claim. Fields marked `?` are missing in older records. */
export interface Judged extends Partial<Judgement> {
  id: string
  verdict: Verdict
  /** Ratio or value; null without usable rounds. */
  ratio: number | null
  interval: [number | null, number | null] | null
  rounds: number
  doubts: Doubt[]
}

/** Result for a goal; `first`: id of the first subject that meets it. */
export interface Outcome {
  judged: Judged[]
  first: string | null
  /** Throughput of each later subject, relative to the first that meets the goal. */
  further: Judged[]
}

export interface GateRecord extends Printed, Gated {
  command: 'gate'
}

/** Result of several gates: several servers, or a separate gate per request. */
export interface GatesRecord extends Printed {
  command: 'gate'
  /** The worst verdict. */
  verdict: Verdict
  gates: Gated[]
}

export interface Gated {
  subjects: string[]
  path: string
  /** Requests, if more than `GET` to the path. Secrets are masked; a body is replaced by its length. */
  requests?: LoadRequest[]
  /** Difference between the responses, tolerated by `--allow-contract-change`; null if there is none. */
  contractChange: string | null
  verdict: Verdict
  /** Cost of the candidate relative to the baseline: 1.10 is 10 % slower. */
  ratio: number | null
  interval: [number, number] | null
  /** Minimum detectable effect: the smallest true ratio that this run would report as `fails` with 80 % power. */
  smallest: number | null
  /** Regressed functions (more CPU time per request), if the gate fails. */
  grown: Grown[]
  /** What differs between the versions, if it is in none of these functions: `config.js`, `koa 2.16.1 → 3.0.1`. */
  changes?: string[]
  /** With `--history`: CPU per request of each commit with a gate, relative to the first baseline, with 95 % intervals. */
  history?: { since: string, candidate: string, date: string, ratio: number, interval: [number, number] }[]
  /** Reason for a missing verdict, or for a decision by one metric alone. */
  reason: string | null
  /** Metrics that could be judged. */
  judgedBy: string[]
  /** Metric of `ratio` and `interval`. */
  decidedBy: string
  /** Coverage of each interval, 0-1; all intervals of the run are simultaneous 95 % intervals. */
  level: number
  /** Medians of the counts per request that differ between baseline and candidate. */
  counts: { metric: string, baseline: number, candidate: number }[]
  /** Outlier rounds of the deciding metric. */
  outliers: Outlier[]
  rounds: number
  witnesses: Record<string, Omit<Judgement, 'doubts'>>
  doubts: Doubt[]
  samples: Sample[]
}

export interface Check {
  name: string
  ok: boolean
  found: string
  /** Whether the machine is unfit without it. */
  needed?: boolean
  remedy?: string
}

/** How a program ended. */
export interface ProgramEnd {
  /** Whether it ended on its own, not at the end of its time. */
  byItself: boolean
  /** Exit status; null if hot-path or a signal ended it. */
  status: number | null
  signal: string | null
  /** Last lines of its output if the exit status is not 0; otherwise null. */
  words: string | null
}
