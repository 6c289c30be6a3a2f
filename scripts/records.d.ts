/** What the workshop's own commands print with `--json`: the source of records.schema.json (npm run docs). */

import type {
  Diagnosis, Doubt, Examined, Frame, Inspected, Judged, Machine, Ports, Printed, Sample, Verdict
} from 'hot-path'
import type { BenchmarkRecord } from '../labs/frameworks/lib/records'
import type { State } from './learn/state'

export type WorkshopRecord =
  | LearnRecord
  | StepRecord
  | LoadRecord
  | ThresholdRecord
  | WarningsRecord
  | YesRecord
  | FrameworksRecord

/** What the guide says, and what has been done so far. */
export interface LearnRecord extends Printed {
  command: 'learn'
  /** The exit status. */
  status: number
  /** The lines that a terminal shows. */
  said: string
  /** As it is in my-work/state.json; null where it cannot be read. */
  state: State | null
}

/** Doctor's, and the check-up's. */
export interface StepRecord extends Printed, Inspected, Diagnosis {
  command: 'step'
  checkup: Inspected & Examined
}

export interface YesRecord extends Printed {
  command: 'lab:yes'
  report: string
  subjects: string[]
  titles: Record<string, string>
  date: string
  machine: Machine
  ratios: { subject: string, over: string, ratio: number | null, interval: [number, number] | null, verdict: Verdict, doubts: Doubt[] }[]
  claims: (Judged & { text: string })[]
  /** null where no strace is installed. */
  syscallsPerGib: Record<string, number | null>
  [more: string]: unknown
}

export interface FrameworksRecord extends Printed, BenchmarkRecord {
  command: 'lab:frameworks'
  report: string
}

export interface WarningsRecord extends Printed {
  command: 'trace-warnings'
  subject: string
  /** That the load was put on: `127.0.0.1:41234`. */
  address: string
  ports: Ports
  warnings: { name: string, message: string, stack: Frame[] }[]
}

export interface LoadRecord extends Printed {
  command: 'load'
  subject: string
  /** And beside these, all of autocannon's own result. */
  requests: { total: number, average: number }
  latency: { p50: number | null, p99: number | null, max: number | null }
  non2xx: number
  errors: number
  duration: number
  [more: string]: unknown
}

export interface ThresholdRecord extends Printed {
  command: 'threshold'
  subject: string
  /** The longest delay of the event loop in each round, ms. */
  delaysMs: number[]
  /** Suggested, ms. */
  maxEventLoopDelay: number
  samples: Sample[]
}
