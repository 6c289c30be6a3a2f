/** The records of a comparison. Units are in the names. */

import type { Doubt, Profile, Session, Verdict } from '../records'

/** What a subject did over the seconds of one load: for pictures, nothing is judged by it. */
export interface Timeline {
  subject: string
  /** By name, with the unit in it (see checkup/series.js): seconds since the load began, and the value. */
  series: Record<string, [seconds: number, value: number][]>
  /** What the subject said when it ended too early; null where it served to the end. */
  ended: string | null
}

/** One subject beside another, judged as the claim that it is faster. */
export interface Ratio {
  subject: string
  over: string
  /** Of the throughputs; null where no round is without doubt. */
  ratio: number | null
  interval: [number, number] | null
  verdict: Verdict
  /** The same of CPU time per request, judged as the claim that it takes less. */
  cpu: { ratio: number | null, interval: [number, number] | null, verdict: Verdict }
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
  about: Record<string, { title: string, file: string, path: string }>
  /** What to type to measure it again. */
  again: string
  ratios: Ratio[]
  timelines: Timeline[]
  hotSpots: HotSpots[]
}
