/** What the workshop's own commands print with `--json`: the source of records.schema.json (npm run docs). */

import type { Examined, Inspected, Judged, Printed } from 'hot-path/types/records'
import type { Diagnosis } from 'hot-path/types/verdict'
import type { Doubt, Machine, Verdict } from 'hot-path/types/pipeline'
import type { BenchmarkRecord } from '../labs/frameworks/lib/records'
import type { State } from './learn/state'

export type WorkshopRecord = LearnRecord | StepRecord | YesRecord | FrameworksRecord

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
