/** How a server is started. */

import type { WatchedFromStart } from './agent'

export interface StartOptions {
  /** Where the server's output is kept, in `server.log`. */
  directory: string
  /** What `node` is to run instead, given the arguments that would run the server: how an instrument comes between. */
  through?: (nodeArguments: string[]) => string[]
  /** What is handed over to `through` on its standard input, which stays open. */
  firstLine?: string
  /** Whether `processMetrics()` will be asked for: reading them costs the server a little. */
  processMetrics?: boolean
  /** Whether it may be given another port than it asks for. */
  anyPort?: boolean
  /** Of a program whose port nobody waits for, and which may end by itself: probes that begin before its first line, and
   * the absolute path of the file in which it leaves what they have seen (see LeftBehind). */
  fromStart?: { file: string, probes: WatchedFromStart[] }
}

/** The port that a server finds as PORT. */
export interface Given {
  /** 0 where the system chooses it. */
  port: number
  /** Whether hot-path chose it: nobody else asks for it then. */
  isOurs: boolean
}
