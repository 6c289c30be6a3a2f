import type { Load, Machine, Sample, Verdict } from 'hot-path'
import type { Program } from './program'
import type { BenchmarkPlan } from './measure'

/** `single`: one process or thread. `clustered`: one per worker. */
export type Mode = 'single' | 'clustered'

/** A contestant in one mode. */
export interface Entry extends Program {
  mode: Mode
  /** Number of threads that answer requests. */
  workers: number
}

/** One run of one contestant, measured from outside, as a sample that judges can read. */
export interface BenchmarkSample extends Load, Pick<Sample, 'subject' | 'round' | 'node' | 'serverCpuUsPerRequest'> {
  mode: Mode
  /** CPU time of all its processes divided by wall time: 1 is one core. */
  serverCpuShare: number
  /** CPU share per worker, 0-1: stands in for event-loop utilisation, which cannot be read from outside. */
  loopUtilization: number
  /** Share of all cores that other processes used, 0-1; the maximum of all bursts. */
  othersShare: number
  processes: number
  /** Resident set size of all processes, after start and 0.5 s without requests. Shared pages count for each. */
  idleRssBytes: number
  /** Maximum under load, counted in the same way. */
  rssBytes: number
  /** Load at a constant rate that the server should handle with ease, for its latency. */
  steady: Load
}

export interface BenchmarkSession {
  /** ISO 8601 */
  date: string
  machine: Machine
  plan: BenchmarkPlan
  samples: BenchmarkSample[]
  /** Excluded contestants. `skipped`: this machine lacks a requirement. */
  failed: { subject: string, mode: Mode, why: string, skipped?: boolean }[]
}

/** Throughput relative to another contestant, or to the same one in the other mode. */
export interface BenchmarkRatio {
  mode: Mode
  subject: string
  over: string
  ratio: number | null
  interval: [number, number] | null
  verdict: Verdict
  /** Set if only one side was limited by generator or machine: the true ratio is at least, or at most, this. */
  bound: '≥ ' | '≤ ' | ''
}

export interface BenchmarkRecord extends BenchmarkSession {
  /** Ids, in the order of the tables. */
  subjects: string[]
  titles: Record<string, string>
  /** Id of the contestant that the others are compared with. */
  base: string
  ratios: BenchmarkRatio[]
  claims: (ReturnType<typeof import('hot-path/testing').judgeClaim> & { text: string })[]
}
