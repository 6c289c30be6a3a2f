/** A way of looking into a server: the shape of each file in this folder. */

import type { AttachedSubject } from '../process/attach'
import type { Program, Seen } from '../process/program'
import type { RunningSubject } from '../process/subject'
import type { SourceMaps } from '../source/source-maps'
import type { Measured } from '../source/pprof'
import type { WatchedFromStart } from '../types/agent'
import type { Load, PassedTraffic, Subject, WeightedStack, Workload } from '../types/pipeline'
import type { Disturbance } from '../types/verdict'

export interface Run { subject: Subject, workload: Workload }

export interface Circumstances {
  /** What beside the server made it look as it did. */
  disturbance: Disturbance | null
  /** null where the server had ended. */
  load: Load | null
  /** Translates positions to those that people wrote. */
  sources: SourceMaps
  /** What `watch` has found; null where there are files alone, which a tool has left or somebody has brought. */
  found: any
}

export type Recorder = (nodeArguments: string[], directory: string, run: Run) => Promise<void>

/** The profile of V8 that an instrument's finding is made from. */
export interface Raw {
  /** That `read` takes it from. */
  file: string
  /** That `read` takes it from, where there is another one to compare it with. */
  before: string
  /** That it is kept with, and brought with. */
  ending: string
  stacks: (profile: any) => WeightedStack[]
  /** What their weights are. */
  measured: Measured
  /** Throws an Error where it is no such profile. */
  assert: (profile: any) => void
}

/** How it looks into a program that nobody puts a load on. */
export interface WithoutLoad {
  /** What a person would type to get the same. */
  command: (subject: Subject) => string
  /** That begin with it. */
  probes: WatchedFromStart[]
  /** Waits until it ends, or its time is over; `found` is for `read`. */
  watch: (
    program: Program,
    options: { directory: string, durationSeconds: number, places: boolean }
  ) => Promise<{ seen: Seen, found: any }>
}

export interface Instrument {
  name: string
  title: string
  /** One line for the help. */
  summary: string
  /** The package that it runs. */
  needs?: string
  /** Folders whose path confuses it. */
  cannotWorkIn?: RegExp
  /** Of its command, beside those of all. */
  options?: string[]
  /** What a person would type to get the same without us. */
  command: (subject: Subject, workload: Workload) => string
  /** How the server is asked to end: see Channel.send. */
  stopWord?: string
  /** Its own file: recorder.js loads `record` and `draw` from it. */
  file?: string
  /** Runs the server under the tool until it ends, and leaves in `directory` what `read` and `draw` need. Without it, the
   * server runs by itself, and `watch` looks at it from where we are. */
  record?: Recorder
  /** Leaves a `report.html`, after `read`. */
  draw?: (directory: string) => Promise<void>
  /** Puts the load on, and looks. `ended`: the server did, or has to be ended by force; `found`: for `read`. Only under a
   * tool that records, it can be missing: then the load is all there is to do. */
  watch?: (
    running: RunningSubject,
    workload: Workload,
    options: { directory: string, places: boolean, onProgress: (fraction: number) => void }
  ) => Promise<{ load: Load | null, ended?: boolean, found?: any }>
  /** Looks into a process that we did not start, while the traffic of others passes. */
  attach?: (
    running: AttachedSubject,
    workload: Workload,
    options: { directory: string }
  ) => Promise<{ passed: PassedTraffic, found: any }>
  withoutLoad?: WithoutLoad
  /** The finding, from what was left; and a `report.html` if there is none yet. */
  read: (directory: string, subject: Subject, circumstances: Circumstances) => Promise<object>
  raw?: Raw
  /** The finding in a few lines of text; the first is the conclusion. `load`: under which it was found. */
  format: (finding: any, load?: Load | null) => string[]
}
