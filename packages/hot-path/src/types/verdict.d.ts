/** What is said of samples: doubts, and what the one judge (judge.js) hands on. Units are in the names. */

/** A claim with its verdict. */
export type JudgedClaim = Judgement & { id: string, text: string }

/** A reason not to believe a sample. */
export interface Doubt {
  name: 'generator-bound' | 'host-bound' | 'errors' | 'refusals' | 'silence' | 'littles-law' | 'late' | 'not-warm' | 'timeouts' | 'several-processes' | 'worker-threads' |
    'services'
  /** The metrics that say nothing because of it. */
  spoils: string[]
  /** The metrics whose ratios it pulls towards 1: what differs in them differs at least as much as was seen. */
  attenuates?: string[]
  sentence: string
  remedy: string
}

/** A round that differs from the others of its session by more than their spread explains. */
export interface Outlier {
  round: number
  /** Its value (or ratio) over the median of all rounds. */
  times: number
}

/** What the one judge (judge.js) makes of a metric of one subject, or of its ratio to another subject. */
export interface Judgement {
  verdict: Verdict
  /** Why there is no verdict, or why it rests on a bound; null where the interval says it all. */
  reason: string | null
  /** Of a ratio: the ratio. Of one subject: the value. null where there is no usable round. */
  ratio: number | null
  /** Without bounds (0 or -infinity, infinity) where these are not known. */
  interval: [number, number] | null
  /** Coverage of the interval, 0-1, corrected for the number of comparisons. */
  level: number
  /** How many rounds it rests on. */
  rounds: number
  /**
   * The generator or the machine was full: the true value is as much as, or more (or less) than, the end of the
   * interval.
   */
  bound: '≥ ' | '≤ ' | ''
  /** Whether a full generator or machine pulls the ratio towards 1. */
  isAttenuated: boolean
  outliers: Outlier[]
  doubts: Doubt[]
  /** Of the estimate (of a ratio: of its logarithm); null where there are too few rounds. */
  standardError: number | null
  /** Degrees of freedom of Student's t that belong to it. */
  degrees: number
}

/** What an instrument says beside its own finding, and what Clinic Doctor says. Units are in the names. */

/** How many CPU cores each took, on average, while a load ran. */
export interface CoreUse {
  /** How many cores the machine has. */
  machine: number
  /** The server and all that it has started, and the instrument around it. */
  subject: number
  /** The process that put the load on. */
  generator: number
  /** All other programs, and the hypervisor where the machine is a virtual one. */
  others: number
  /** The part of `others` that the hypervisor took; 0 where the system does not tell. */
  stolen: number
  idle: number
}

/** What beside the server made a result what it is. */
export interface Disturbance {
  name: 'neighbours' | 'generator-bound'
  sentence: string
  /** What happened, to stand in another sentence: "other programs took 1.1 of the 2 cores". */
  clause: string
  remedy: string
}

export type DoctorIssue = 'event-loop' | 'gc' | 'io' | 'none' | 'data' | 'unknown'

export interface Diagnosis {
  issue: DoctorIssue
  /** `performance`, `none` or `data` for each metric that Doctor looks at. */
  issues: Record<string, string>
  /** What beside the server can make Doctor say this of any server: then it is no verdict. null where nothing can. */
  explainedBy: Disturbance['name'] | null
}

export type Verdict = 'holds' | 'fails' | 'inconclusive' | 'invalid'

export interface Claim {
  id: string
  /** The sentence. */
  text: string
  /** A number's name in a sample. */
  metric: string
  /** Its id. */
  subject: string
  /** Id of the subject that it is compared with; without it, the metric itself is judged. */
  over?: string
  /** Threshold: `least`, `most` or both. */
  least?: number
  most?: number
  /** The reason for the threshold. */
  why?: string
}
