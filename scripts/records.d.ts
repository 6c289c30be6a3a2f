/** Output of the workshop's own commands with `--json`: the source of records.schema.json (npm run docs). */

import type {
  Diagnosis, Doubt, Examined, Frame, Inspected, Judged, Machine, Ports, Printed, Sample, Verdict
} from 'hot-path'
import type { BenchmarkRecord } from '../labs/frameworks/lib/records'
import type { State } from './learn/state'

export type WorkshopRecord =
  | LearnRecord
  | StepRecord
  | ThresholdRecord
  | WarningsRecord
  | YesRecord
  | FrameworksRecord

/** Output of the guide, and the learner's progress. */
export interface LearnRecord extends Printed {
  command: 'learn'
  /** Exit status. */
  status: number
  /** Text as a terminal shows it. */
  said: string
  /** Content of my-work/state.json; null after a `reset` that was not confirmed. */
  state: State | null
}

/** Record of Clinic Doctor, with the check-up's findings of the same load. */
export interface StepRecord extends Printed, Inspected, Diagnosis, Pick<Examined, 'findings'> {
  command: 'step'
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
  /** System calls per GiB by writer; null where strace is missing or saw no write. */
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
  /** Address under load, such as `127.0.0.1:41234`. */
  address: string
  ports: Ports
  warnings: { name: string, message: string, stack: Frame[] }[]
}

export interface ThresholdRecord extends Printed {
  command: 'threshold'
  subject: string
  /** Longest event-loop delay of each round, in ms. */
  delaysMs: number[]
  /** Suggested value, in ms. */
  maxEventLoopDelay: number
  samples: Sample[]
}
