/** The records of a comparison. Units are in the names. */

import type { Doubt, FrameKind, Profile, Session, Subject } from './pipeline'
import type { Judgement } from './verdict'

/** What a subject did over the seconds of one load: for pictures, nothing is judged by it. */
export interface Timeline {
  subject: string
  /** By name, with the unit in it (see measurement/follow.js): seconds since the load began, and the value. */
  series: Record<string, [seconds: number, value: number][]>
  /** What the subject said when it ended too early; null where it served to the end. */
  ended: string | null
}

/** What a comparison asks: good answers per second, p99 latency at a fixed pace, or CPU per request. */
export type Question = 'throughput' | 'p99' | 'cpu'

/** One metric of a subject over that of another, judged as the claim that the subject is better by 2 % or more. */
export type Part = Omit<Judgement, 'doubts'>

/** One subject beside another. Its own fields are those of the throughput of good answers. */
export interface Ratio extends Part {
  subject: string
  over: string
  /** The same of CPU time per request. */
  cpu: Part
  /** The same of p99 latency. */
  p99: Part
  doubts: Doubt[]
}

/** What was hot in a subject, by Clinic Flame: another run than the measured ones. */
export interface HotSpots extends Pick<Profile, 'hottest' | 'other'> {
  subject: string
  date: string
}

/** Everything that the page of a comparison shows. */
export interface Comparison extends Session {
  /** Ids, in the order that was asked for. */
  subjects: string[]
  /** `load`: what is particular about the load of a subject. */
  about: Record<string, { title: string, file: string, path: string, load?: Subject['load'] }>
  /** What it asks; sessions of before do not say. */
  question?: Question
  /** What to type to measure it again. */
  again: string
  ratios: Ratio[]
  timelines: Timeline[]
  hotSpots: HotSpots[]
}

/** A function that takes more time for a request than before. */
export interface Grown {
  name: string
  file: string
  /** In the candidate. */
  line: number | null
  kind: FrameKind
  /** CPU time of a request in the function itself, µs; null where it was not seen. */
  beforeUs: number | null
  afterUs: number
  /** The function of the application that called it most, and its place, where it is not the application's own. */
  calledFrom: string | null
  /** No function by itself has grown enough: the times are those of this one with all that it calls. */
  withCalls?: boolean
}
