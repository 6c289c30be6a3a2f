/**
 * What `--json` prints: the source of records.schema.json (npm run docs). A number that is none (0 requests in 0
 * seconds) is `null`.
 */

import type { WaitsSummary } from './agent'
import type { AnalysisWindow, Finding } from './checkup'
import type { Comparison, Grown } from './comparison'
import type { Doubt, Frame, Load, LoadRequest, OthersInside, PassedTraffic, Place, Ports, Profile, Sample, ShareChange, ThreadShare, Workload } from './pipeline'
import type { UsedMap } from './source'
import type { CoreUse, Diagnosis, Disturbance, Judgement, Outlier, Verdict } from './verdict'

/** One record of `--json`. `version` changes when a field goes or changes its meaning; fields may be added without. */
export type HotPathRecord =
  | DoctorRecord
  | ProfileRecord
  | CheckupRecord
  | WaitsRecord
  | AttachedRecord
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
  /** Version of Node that ran hot-path. */
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
  /** Weightiest first. */
  places: Place[]
  /** Of the requests that were followed, in sum. */
  waits: Omit<WaitsSummary, 'places'>
  cost: { requestsPerSecond: { before: number, during: number } }
}

/** What was seen of a process that somebody else had started: the fields of one instrument. */
export interface AttachedRecord extends Printed {
  command: 'attach'
  instrument: 'cpu-profile' | 'heap' | 'waits' | 'checkup'
  /** `process-<id>`. */
  subject: string
  /** What it runs, as its command line tells. */
  file: string
  pid: number
  date: string
  passed: PassedTraffic
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

/** What was seen of a program that nobody put a load on (`--no-load`): the fields of one instrument. */
export interface WithoutLoadRecord extends Printed {
  command: 'cpu-profile' | 'heap' | 'waits' | 'checkup'
  /** The subject's id. */
  subject: string
  /** What was run. */
  file: string
  /** ISO 8601 */
  date: string
  end: ProgramEnd
  /** What it did; `requests` are those of others. */
  passed: PassedTraffic
  /** null where the program is one process with one thread, or has ended by itself. */
  othersInside: OthersInside | null
  sourceMaps?: UsedMap[]
  /** Absolute path of the page. */
  report: string
  hottest?: Profile['hottest']
  other?: Profile['other']
  weight?: number
  threads?: ThreadShare[]
  places?: Place[]
  /** Of a program that has answered no requests, what the program waits for, as if it were a single request. */
  waits?: Omit<WaitsSummary, 'places'>
  /** null of a program that was asked for nothing. */
  cost?: { requestsPerSecond: { before: null, during: number } } | null
  /** null where it ended before anybody could look; `bytesPerRequest`: null where there were none. */
  kept?: { bytes: number, bytesPerRequest: number | null, places: Place[] } | null
  allocated?: HeapRecord['allocated']
  findings?: CheckupRecord['findings']
  window?: CheckupRecord['window']
  look?: null
}

/** What profiles tell that were made elsewhere (`--from`). */
export interface ReadProfileRecord extends Printed {
  command: 'cpu-profile' | 'heap'
  /** One file; or before, and after. */
  from: string[]
  /** Absolute path of the page. */
  report: string
  sourceMaps?: UsedMap[]
  hottest?: Profile['hottest']
  other?: Profile['other']
  /** CPU time, in microseconds. */
  weight?: number
  /** Of two CPU profiles. */
  changes?: ShareChange[]
  /** Who allocated what was in use. */
  places?: Place[]
  kept?: null
  allocated?: { places: Place[] }
}

export interface HeapRecord extends Printed, Inspected {
  command: 'heap'
  /** Of what stays; where hardly anything does, of what is allocated. */
  places: Place[]
  kept: { bytes: number, bytesPerRequest: number, places: Place[] }
  allocated: { places: Place[] }
}

export interface CompareRecord extends Printed, Comparison {
  command: 'compare'
  /** null where nobody set one. */
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
  /** The subject's id. */
  subject: string
  /** What was run. */
  file: string
  /** ISO 8601 */
  date: string
  workload: Workload
  /** null where the subject had ended. */
  load: Load | null
  /**
   * Who took the cores of the machine while the load ran; null where the system does not tell, or the subject had
   * ended.
   */
  cores: CoreUse | null
  /** What beside the server made the result what it is; null where nothing did. */
  disturbance: Disturbance | null
  /** That the load was put on: `127.0.0.1:41234`. */
  address: string
  ports: Ports
  /** null where the subject is one process with one thread. */
  othersInside: OthersInside | null
  /** Of files that were made from others: lines are those of the source, unless the map is broken. */
  sourceMaps?: UsedMap[]
  /** Absolute path of the page. */
  report: string
}

export interface Examined {
  /** The weightiest first. */
  findings: Finding[]
  window: AnalysisWindow
  /**
   * What looking for the places cost the server; null where nobody looked. `failed`: why it ended early; null where it
   * did not.
   */
  look: {
    seconds: number
    requestsPerSecond: number | null
    mainRequestsPerSecond: number | null
    failed: string | null
  } | null
}

/** A claim, and what became of it: fields that are `?` came later. */
export interface Judged extends Partial<Judgement> {
  id: string
  verdict: Verdict
  /** null where there is no usable round. */
  ratio: number | null
  interval: [number | null, number | null] | null
  rounds: number
  doubts: Doubt[]
}

/** Which subject meets a goal first. */
export interface Outcome {
  judged: Judged[]
  first: string | null
  /** Throughput of each subject after it, over that one's. */
  further: Judged[]
}

export interface GateRecord extends Printed, Gated {
  command: 'gate'
}

/** Of several servers, or of several requests each by itself. */
export interface GatesRecord extends Printed {
  command: 'gate'
  /** The worst of them. */
  verdict: Verdict
  gates: Gated[]
}

export interface Gated {
  subjects: string[]
  path: string
  /** What was sent, where it was more than `GET` to the path. Secrets are masked, and of a body, the length is told. */
  requests?: LoadRequest[]
  /** In which way their answers differ, where `--allow-contract-change` allows it. */
  contractChange: string | null
  verdict: Verdict
  /** Cost of the candidate over that of the baseline: 1.10 is 10 % slower. */
  ratio: number | null
  interval: [number, number] | null
  /**
   * The minimum detectable effect: the smallest true ratio that this run would have called `fails` four times in five.
   */
  smallest: number | null
  /** Which functions take more CPU time for a request than before, where the gate fails. */
  grown: Grown[]
  /** Why there is no verdict, or why one metric alone decided. */
  reason: string | null
  /** The metrics that could be judged. */
  judgedBy: string[]
  /** The metric that `ratio` and `interval` are of. */
  decidedBy: string
  /** Coverage of each interval: all of the run hold together at 95 %. */
  level: number
  /** What was counted for a request, the medians, where they are not the same. */
  counts: { metric: string, baseline: number, candidate: number }[]
  /** Rounds of the metric that decided, that differ from the others. */
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
  /** Without it, the machine is not fit. */
  needed?: boolean
  remedy?: string
}

/** How a program ended. */
export interface ProgramEnd {
  /** And not by us, when its time was over. */
  byItself: boolean
  /** null where we ended it, or a signal did. */
  status: number | null
  signal: string | null
  /** What it printed last, where its status is not 0. */
  words: string | null
}
