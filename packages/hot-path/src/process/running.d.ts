/** What is known of a running subject, beside its process metrics. */

/** Where a started subject listens. */
export interface Address { host: string, port: number }

/** Which port of a subject is measured, and of which ones. */
export interface Ports {
  measured: number
  /** All that it has open, the measured one first. */
  opened: number[]
  /** Whether several answered equally well when they were asked, and the first was taken. */
  alike: boolean
}

/** What a subject consisted of under load, beside the main thread of the process that was started. */
export interface Inside {
  /** Child processes, and theirs. */
  processes: number
  /** Child processes that listen on a port of their own, and do not count above: a database, an upstream. */
  services: number
  /** The most worker threads that were alive at once. */
  threads: number
  /** CPU time of the child processes over that of all its processes, 0-1; NaN where the system does not tell. */
  shareBelow: number
}

/** What is to be said of a subject with child processes or worker threads. */
export interface OthersInside {
  name: 'several-processes' | 'worker-threads' | 'services'
  /** The metrics of a Sample that say nothing because of it; none where the figures can be believed all the same. */
  spoils: string[]
  sentence: string
  remedy: string
}
