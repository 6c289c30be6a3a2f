/** Options for starting a server. */

import type { WatchedFromStart } from './agent'

export interface StartOptions {
  /** Directory of `server.log`, the server's output. */
  directory: string
  /** Maps the Node.js arguments of the server to those of an instrument that runs the server. */
  through?: (nodeArguments: string[]) => string[]
  /** First line on the instrument's standard input, which stays open. */
  firstLine?: string
  /** Whether `processMetrics()` will be used. Collecting the metrics costs the server a little CPU time. */
  processMetrics?: boolean
  /** Whether the server may get another port than it requests. */
  anyPort?: boolean
  /** For a program that need not open a port and may end on its own: probes that start before its first line, and the
   * absolute path of the file for their readings (see LeftBehind). */
  fromStart?: { file: string, probes: WatchedFromStart[] }
}

/** The port that a server gets as PORT. */
export interface Given {
  /** Port number; 0 if the system chooses it. */
  port: number
  /** Whether hot-path chose the port, so that no other program expects it. */
  isOurs: boolean
}
