import type { Place, Plan, Subject } from '../types/pipeline'

/** A saved version of the server. */
export interface Save {
  /** From 1; the first is the version at the start. */
  number: number
  /** ISO 8601. */
  date: string
  /** Texts of the source files, by path relative to the watched folder. */
  texts: Map<string, string>
  /** Paths of the files that differ from the previous save. */
  changed: string[]
  /** Number of an earlier save with the same texts; its rounds count, too. */
  like: number | null
  /** Name of the version that it is compared with. */
  baseline: string
  state: 'starting' | 'fails' | 'differs' | 'measuring' | 'measured'
  /** Why it fails, or how its responses differ: a sentence. */
  says: string
  rounds: Round[]
  /** The line that takes most time; null if no line stands out; undefined until it is known. */
  place?: Place | null
}

export interface Round {
  /** Requests per second of the save and of the baseline. */
  perSecond: [save: number, baseline: number]
  /** Event-loop utilisation of the save, 0-1. */
  loopUtilization: number
}

export interface WatchOptions {
  baseline: Subject
  candidate: Subject
  plan: Plan
  /** Directory for output of the servers. */
  directory: string
  /** Whether to look for the line that takes most time. */
  places: boolean
}
