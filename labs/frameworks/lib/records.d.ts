import type { Load, Machine, Sample, Verdict } from 'hot-path'
import type { Program } from './program'
import type { BenchmarkPlan } from './measure'

/** `single`: one process, or one thread. `clustered`: as many as there are workers. */
export type Mode = 'single' | 'clustered'

/** A contestant in one mode. */
export interface Entry extends Program {
  mode: Mode
  /** How many threads answer requests. */
  workers: number
}

/** One measured run of one contestant, seen from outside, in the record that judges read. */
export interface BenchmarkSample extends Load, Pick<Sample, 'subject' | 'round' | 'node' | 'serverCpuUsPerRequest'> {
  mode: Mode
  /** CPU time of all its processes over wall time: 1 is one core. */
  serverCpuShare: number
  /**
   * The same for each worker, 0-1, where judges look for how busy a server is: no event loop can be asked from outside.
   */
  loopUtilization: number
  /** What neither the server nor the generator took of all cores, 0-1. */
  othersShare: number
  processes: number
  /**
   * All processes together, after its start and half a second without a request. Pages that several share count for
   * each.
   */
  idleRssBytes: number
  /** The most under load, in the same way. */
  rssBytes: number
  /** Under a load at a fixed pace, which it could carry with ease: how long do people wait? */
  steady: Load
}

export interface BenchmarkSession {
  /** ISO 8601 */
  date: string
  machine: Machine
  plan: BenchmarkPlan
  samples: BenchmarkSample[]
  /** Who takes no part, or no longer. `skipped`: this machine lacks what it takes. */
  failed: { subject: string, mode: Mode, why: string, skipped?: boolean }[]
}

/** Throughput over that of another, or over one's own in the other mode. */
export interface BenchmarkRatio {
  mode: Mode
  subject: string
  over: string
  ratio: number | null
  interval: [number, number] | null
  verdict: Verdict
  /** Where only one side could have done more on another machine: the true ratio is that, or more, or less. */
  bound: '≥ ' | '≤ ' | ''
}

export interface BenchmarkRecord extends BenchmarkSession {
  /** Ids, in the order of the tables. */
  subjects: string[]
  titles: Record<string, string>
  /** The contestant that the others are compared with. */
  base: string
  ratios: BenchmarkRatio[]
  claims: (ReturnType<typeof import('hot-path/testing').judgeClaim> & { text: string })[]
}
