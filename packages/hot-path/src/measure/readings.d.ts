/** What is read of a subject that is followed through a load. */

import type { Load, ProcessMetrics } from '../records'

/** One reading from inside the subject; counters since the process started. */
export interface Telemetry extends ProcessMetrics {
  /** CPU of the main thread alone. */
  mainUserUs: number | null
  mainSystemUs: number | null
  /** How long the main thread was ready to run and got no core. */
  mainWaitedUs: number | null
  /** Readings since the last one that nobody asked for, taken while the loop was blocked. */
  pushed: Omit<Telemetry, 'pushed'>[]
  /** Every time since the last reading that the event loop was blocked for longer than 20 ms. */
  blocksMs: number[]
  /** Work under way that the thread pool is for: file system and DNS. Of crypto and zlib, Node does not tell. */
  poolRequests: number
  /** Threads of that pool. */
  poolSize: number
  /** How much is open, by what Node calls it: `TCPSocketWrap`, `Timeout`. */
  resources: Record<string, number>
  /** How long a fixed piece of work took on the main thread, by the clock. */
  pieceUs: number
  /** How long the main thread was busy with these readings. */
  observerMs: number
}

/** A telemetry reading, and what the machine was doing when it was read. */
export interface Reading extends Omit<Telemetry, 'pushed'> {
  /** Of all cores together, since the machine started. */
  hostBusyMs: number
  hostIdleMs: number
  /** CPU of the process that puts the load on. */
  generatorCpuUs: number
  /** That came to it until then: for servers that speak HTTP in their own way, whose requests Node does not count. */
  answers: number
}

/** What was seen from outside in a quarter of a second. */
export interface Outside {
  /** Since the load began. */
  atMs: number
  answers: number
  refused: number
  latencyMeanMs: number
  latencyMaxMs: number
}

/** All of it. */
export interface Seen {
  /** null where the subject ended, or hung, before the load was over. */
  load: Load | null
  readings: Reading[]
  /** In quarters of a second. */
  outside: Outside[]
}
