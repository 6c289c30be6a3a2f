import type { GateResult } from '../verdict/gate-verdict'
import type { LoadRequest, Session, Subject } from '../types/pipeline'
import type { Looked } from './regressed-functions'
import type { Verdict } from '../types/verdict'

/** One gate of a run: the data for its text, page and record. */
export interface Gated {
  /** Label that distinguishes it from the other gates of the run. */
  name: string
  /** Of its profiles, relative to that of the page. */
  folder: string
  /** Baseline and candidate. */
  subjects: [Subject, Subject]
  path: string
  /** Requests, with secrets removed. */
  requests?: LoadRequest[]
  about: { baseline: string, candidate: string, requests: string, load: string }
  contractChange: string | null
  session: Session
  result: GateResult
  grown: Looked | null
  /** With --history: the cost after each gate, relative to the first baseline. */
  history?: CumulativeCost[]
}

/** One line of the file of `--history`. */
export interface HistoryEntry {
  version: 1
  date: string
  /** Server and requests. */
  name: string
  /** Commits. */
  baseline: string
  candidate: string
  verdict: Verdict
  /** CPU per request, candidate over baseline; null if it could not be judged. */
  ratio: number | null
  /** Of the logarithm of the ratio. */
  standardError: number | null
}

/** CPU per request of a commit, relative to that of an earlier one, with a 95 % interval. */
export interface CumulativeCost {
  since: string
  candidate: string
  date: string
  ratio: number
  interval: [number, number]
}
