/** Validity warnings, and judgements of verdict/judge.js. Field names contain the units. */

/** A claim with its verdict. */
export type JudgedClaim = Judgement & { id: string, text: string }

/** A validity warning about a sample. */
export interface Doubt {
  name: 'generator-bound' | 'host-bound' | 'errors' | 'refusals' | 'silence' | 'littles-law' | 'lost-workers' | 'late' | 'not-warm' | 'timeouts' | 'several-processes' | 'worker-threads' |
    'services'
  /** Metrics that are invalid because of it. */
  spoils: string[]
  /** Metrics whose ratios it biases towards 1, so that true differences are at least as large as measured. */
  attenuates?: string[]
  sentence: string
  remedy: string
}

/** A round that deviates from the session by more than the spread of the other rounds explains. */
export interface Outlier {
  round: number
  /** Value or ratio of the round, relative to the median of all rounds. */
  times: number
}

/** Judgement (verdict/judge.js) of a metric of one subject, or of its ratio to another subject. */
export interface Judgement {
  verdict: Verdict
  /** Reason for a missing verdict, or for one based on a bound; otherwise null. */
  reason: string | null
  /** Ratio, or value for a single subject; null without usable rounds. */
  ratio: number | null
  /** Confidence interval; an unknown end is 0, -infinity or infinity. */
  interval: [number, number] | null
  /** Coverage of the interval, 0-1, corrected for the number of comparisons. */
  level: number
  /** Number of rounds used. */
  rounds: number
  /** Direction in which the true value may lie beyond the interval, because generator or machine was saturated. */
  bound: '≥ ' | '≤ ' | ''
  /** Whether a saturated generator or machine biases the ratio towards 1. */
  isAttenuated: boolean
  outliers: Outlier[]
  doubts: Doubt[]
  /** Standard error of the estimate (for a ratio: of its logarithm); null with too few rounds. */
  standardError: number | null
  /** Degrees of freedom of the corresponding Student's t distribution. */
  degrees: number
}

/** CPU use and interference during a run, and the diagnosis of Clinic Doctor. Field names contain the units. */

/** Mean CPU use during a load, in cores. */
export interface CoreUse {
  /** Number of cores available to hot-path. */
  machine: number
  /** Server, its descendants, and the instrument around it. */
  subject: number
  /** Process of the load generator. */
  generator: number
  /** All other programs and, on a virtual machine, the hypervisor. */
  others: number
  /** Part of `others` taken by the hypervisor; 0 if unknown. */
  stolen: number
  idle: number
}

/** Interference: a cause outside the server that distorts a result. */
export interface Disturbance {
  name: 'neighbours' | 'generator-bound'
  sentence: string
  /** Description as a clause: "other programs took 1.1 of the 2 cores". */
  clause: string
  remedy: string
}

export type DoctorIssue = 'event-loop' | 'gc' | 'io' | 'none' | 'data' | 'unknown'

export interface Diagnosis {
  issue: DoctorIssue
  /** `performance`, `none` or `data`, by metric of Doctor. */
  issues: Record<string, string>
  /** Interference that alone can cause this diagnosis, which is then no verdict; null if there is none. */
  explainedBy: Disturbance['name'] | null
}

export type Verdict = 'holds' | 'fails' | 'inconclusive' | 'invalid'

export interface Claim {
  id: string
  /** Claim as a sentence. */
  text: string
  /** Metric: name of a number in a sample. */
  metric: string
  /** Id of the subject. */
  subject: string
  /** Id of the subject to compare with; if absent, the metric itself is judged. */
  over?: string
  /** Thresholds of the metric or ratio: `least`, `most` or both. */
  least?: number
  most?: number
  /** Reason for the thresholds. */
  why?: string
}
