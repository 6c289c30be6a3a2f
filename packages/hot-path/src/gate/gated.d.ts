import type { GateResult } from '../verdict/verdict'
import type { LoadRequest, Session, Subject } from '../types/pipeline'
import type { Looked } from './regressions'

/** One gate of a run: what its text, its page and its record are made from. */
export interface Gated {
  /** What sets it apart from the others. */
  name: string
  /** Baseline and candidate. */
  subjects: [Subject, Subject]
  path: string
  /** Without secrets. */
  requests?: LoadRequest[]
  about: { baseline: string, candidate: string, requests: string, load: string }
  contractChange: string | null
  session: Session
  result: GateResult
  grown: Looked | null
}
