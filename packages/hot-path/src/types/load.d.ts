/** Load generators. */

import type { Address, Load, Workload } from './pipeline'

export interface Listeners {
  /** Progress callback; `fraction`: 0 to 1. */
  onProgress?: (fraction: number) => void
  /** Callback for each response; not called by external programs (wrk) and worker threads. */
  onAnswer?: (latencyMs: number, status: number) => void
  /** Signal that stops the load. */
  signal?: AbortSignal
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
  open: (address: Address, workload: Workload) => Promise<Generator>
}
