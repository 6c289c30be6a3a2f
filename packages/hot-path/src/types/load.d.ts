/** Load generators. */

import type { Address, Load, Workload } from './pipeline'

export interface Listeners {
  /** Progress callback; `fraction`: 0 to 1. */
  onProgress?: (fraction: number) => void
  /** Callback for each response, or for several (`count`) with this mean latency; not called by wrk and worker threads. */
  onAnswer?: (latencyMs: number, status: number, count?: number) => void
  /** Callback with the CPU time that the load generator's own processes on this machine have used since the begin, in
   * µs; not called by generators that run in this process. */
  onCpu?: (us: number) => void
  /** Callback with what a person must know before the load begins, such as a command to run on other machines. */
  onNote?: (text: string) => void
  /** Signal that stops the load, which then fails. */
  signal?: AbortSignal
  /** Signal that ends the load early: no request is sent any more; `built-in` in one thread only. */
  until?: AbortSignal
}

/** A load generator for one server; `load` may be called repeatedly. */
export interface Generator {
  load: (durationSeconds: number, listeners?: Listeners) => Promise<Load>
  /** Closes the connections that stay open between loads. */
  close: () => void
}

export interface Driver {
  name: string
  /** Installation instructions. */
  remedy?: string
  available: () => boolean
  /** Granularity of the duration of a load, in seconds. */
  wholeSeconds?: number
  /** Whether the driver supports the workload. */
  can: (workload: Partial<Workload>) => boolean
  open: (address: Address, workload: Workload, listeners?: Pick<Listeners, 'onNote'>) => Promise<Generator>
}
