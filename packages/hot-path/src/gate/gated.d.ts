import type { GateResult } from '../verdict/gate-verdict'
import type { LoadRequest, Session, Subject } from '../types/pipeline'
import type { Looked } from './regressed-functions'

/** One gate of a run: the data for its text, page and record. */
export interface Gated {
  /** Label that distinguishes it from the other gates of the run. */
  name: string
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
}
