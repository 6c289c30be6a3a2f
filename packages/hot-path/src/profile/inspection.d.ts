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
