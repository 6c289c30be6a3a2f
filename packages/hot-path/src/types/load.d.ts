/** What puts load on a server. */

import type { Address, Load, Workload } from './pipeline'

export interface Listeners {
  /** 0 to 1. */
  onProgress?: (fraction: number) => void
  /** Each answer; neither programs beside us (wrk) nor worker threads tell. */
  onAnswer?: (latencyMs: number, status: number) => void
  /** Ends the load. */
  signal?: AbortSignal
}

/** Of load, on one server. */
export interface Generator {
  load: (durationSeconds: number, listeners?: Listeners) => Promise<Load>
  /** Its connections, where they stay open between loads. */
  close: () => void
}

export interface Driver {
  name: string
  /** How to get it. */
  remedy?: string
  available: () => boolean
  /** A load lasts a multiple of so many seconds. */
  wholeSeconds?: number
  /** Whether it can put on that load. */
  can: (workload: Partial<Workload>) => boolean
  open: (address: Address, workload: Workload) => Promise<Generator>
}
