/** Records of a comparison. Field names contain the units. */

import type { Doubt, FrameKind, Profile, Session, Subject } from './pipeline'
import type { Judgement } from './verdict'

/** Behaviour of a subject over one load. For charts only; verdicts do not use it. */
export interface Timeline {
  subject: string
  /** Series by name, which contains the unit (see measurement/follow.js): seconds since the load started, and value. */
  series: Record<string, [seconds: number, value: number][]>
  /** Error message of a premature end; null if the server served to the end. */
  ended: string | null
}

/** Metric that decides a comparison: successful responses/s, p99 latency at a constant rate, or CPU per request. */
export type Question = 'throughput' | 'p99' | 'cpu'

/** Ratio of one metric between two subjects, judged as the claim that the first is better by at least 2 %. */
export type Part = Omit<Judgement, 'doubts'>

/** Comparison of two subjects. The inherited fields are for the throughput of successful responses. */
export interface Ratio extends Part {
  subject: string
  over: string
  /** Ratio of CPU time per request. */
  cpu: Part
  /** Ratio of p99 latency. */
  p99: Part
  doubts: Doubt[]
}

/** Hot functions of a subject, from a separate run under Clinic Flame. */
export interface HotSpots extends Pick<Profile, 'hottest' | 'other'> {
  subject: string
  date: string
}

/** All data on the page of a comparison. */
export interface Comparison extends Session {
  /** Ids, in the requested order. */
  subjects: string[]
  /** Descriptions by subject id; `load`: workload settings of the subject. */
  about: Record<string, { title: string, file: string, path: string, load?: Subject['load'] }>
  /** Deciding metric; absent in records of older versions. */
  question?: Question
  /** Command that repeats the measurement. */
  again: string
  ratios: Ratio[]
  timelines: Timeline[]
  hotSpots: HotSpots[]
}

/** A regressed function: its CPU time per request increased. */
export interface Grown {
  name: string
  file: string
  /** Line in the candidate. */
  line: number | null
  kind: FrameKind
  /** Self CPU time per request, in µs; null if the function was not sampled. */
  beforeUs: number | null
  afterUs: number
  /** For functions outside the application: most frequent application caller and its source location. */
  calledFrom: string | null
  /** What has changed in its file: `koa 2.16.1 → 3.0.1`, or `changed`; null if nothing. */
  change: string | null
  /** Whether the times include callees: those of a changed function that are unchanged. */
  withCalls?: boolean
}
