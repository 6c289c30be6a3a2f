/** What a check-up concludes. */

import type { Place } from '../records'
import type { LookName } from './looks'
import type { AnalysisWindow, Looks } from './records'
import type { PlaceOptions } from './places'

/** A number that led to a finding. */
export interface Evidence {
  /** What it is. */
  what: string
  value: number | null
  /** Of the value and its threshold; a `share` is 0-1, and is shown in percent. A count has none. */
  unit?: 'share' | 'ms' | 's' | 'µs' | 'ns' | 'cores' | 'times' | 'bytes' | 'req/s'
  /** The threshold that it was held against. */
  threshold?: number
  /** The reason for the threshold. */
  why?: string
}

export interface Finding {
  name: string
  /** In one sentence. */
  sentence: string
  evidence: Evidence[]
  /** Weightiest first; empty where nobody has looked, or nothing was found. */
  places?: Place[]
  /** There, but not the main thing: any other finding comes before it, `healthy` too. */
  aside?: boolean
  /** Whether programs that take the cores can make any server look like that. */
  explainable?: boolean
  /** Another finding that can make any server look like that: then the two cannot be told apart. */
  explainedBy?: string
  /** No other finding is given beside it. */
  alone?: boolean
}

/** What a finding's file gives. */
export interface Judge {
  name: string
  judge: (window: AnalysisWindow) => Omit<Finding, 'name'> | null
  /** What has to be looked at for its places, weightiest first. */
  looks?: LookName[] | ((window: AnalysisWindow) => LookName[])
  places?: (looks: Looks, window: AnalysisWindow, options: PlaceOptions) => Place[]
}
