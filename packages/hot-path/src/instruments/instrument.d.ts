/** The interface of the instruments in this folder. */

import type { AttachedSubject } from '../process/attach/subject'
import type { Program, Seen } from '../process/program'
import type { RunningSubject } from '../process/subject'
import type { SourceMaps } from '../source/source-maps'
import type { Measured } from '../source/pprof'
import type { WatchedFromStart } from '../types/agent'
import type { Address, Load, PassedTraffic, Subject, WeightedStack, Workload } from '../types/pipeline'
import type { Disturbance } from '../types/verdict'

export interface Run { subject: Subject, workload: Workload }

export interface Circumstances {
  /** Interference that may explain the result. */
  disturbance: Disturbance | null
  /** null if the server had ended. */
  load: Load | null
  /** Maps positions in generated code to the original sources. */
  sources: SourceMaps
  /** Result of `watch`; null if there are only files, left by a tool or supplied by the user. */
  found: any
}

export type Recorder = (nodeArguments: string[], directory: string, run: Run) => Promise<void>

/** The V8 profile from which an instrument makes its finding. */
export interface Raw {
  /** Name of the file that `read` expects. */
  file: string
  /** Name of the file of an earlier profile that `read` expects for a comparison. */
  before: string
  /** File extension of stored and supplied profiles. */
  ending: string
  stacks: (profile: any) => WeightedStack[]
  /** Type and unit of the weights. */
  measured: Measured
  /** Throws an Error if the value is not such a profile. */
  assert: (profile: any) => void
}

/** How an instrument profiles a program without load. */
export interface WithoutLoad {
  /** The equivalent command. */
  command: (subject: Subject) => string
  /** Probes that begin with the program. */
  probes: WatchedFromStart[]
  /** Waits until the program ends, or its time is over; `found` is passed to `read`. */
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
  /** Name of the package that it runs. */
  needs?: string
  /** Pattern of folder paths that it cannot work in. */
  cannotWorkIn?: RegExp
  /** Names of the options of its command, beside the common ones. */
  options?: string[]
  /** The equivalent command without hot-path. */
  command: (subject: Subject, workload: Workload) => string
  /** Word that asks the server to end: see Channel.send. */
  stopWord?: string
  /** Path of its module, from which recorder.js loads `record` and `draw`. */
  file?: string
  /** Runs the server under the tool until it ends, and leaves in `directory` what `read` and `draw` need. If it is
   * missing, the server runs without a tool, and `watch` observes it from hot-path's process. */
  record?: Recorder
  /** Writes a `report.html`, after `read`. */
  draw?: (directory: string) => Promise<void>
  /** Applies the load, and profiles meanwhile. `ended`: the server has ended, or must be killed; `found`: passed to
   * `read`. Optional only with `record`: then the load is all that is needed. */
  watch?: (
    running: RunningSubject,
    workload: Workload,
    options: {
      directory: string
      places: boolean
      onProgress: (fraction: number) => void
      onNote: (text: string) => void
    }
  ) => Promise<{ load: Load | null, ended?: boolean, found?: any }>
  /** Profiles a process that hot-path did not start, under its existing traffic. `address`: where to apply a load
   * instead, if the instrument has the option `attach`. */
  attach?: (
    running: AttachedSubject,
    workload: Workload,
    options: { directory: string, address?: Address, onNote?: (text: string) => void }
  ) => Promise<{ passed: PassedTraffic, found: any }>
  withoutLoad?: WithoutLoad
  /** Makes the finding from what was left in `directory`, and a `report.html` if there is none yet. */
  read: (directory: string, subject: Subject, circumstances: Circumstances) => Promise<object>
  raw?: Raw
  /** Formats the finding as a few lines of text; the first is the conclusion. `load`: the load during profiling. */
  format: (finding: any, load?: Load | null) => string[]
  /** What to do next, for Markdown; absent if the text says it. May contain code spans. */
  next?: (finding: any) => string
}
