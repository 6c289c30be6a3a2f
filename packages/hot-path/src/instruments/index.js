'use strict'

/** @typedef {{ subject: import('../types/pipeline').Subject, workload: import('../types/pipeline').Workload }} Run */

/**
 * @typedef {object} Circumstances
 * @property {import('../types/verdict').Disturbance | null} disturbance what beside the subject made it look as it did
 * @property {import('../types/pipeline').Load | null} load null where the subject had ended
 * @property {import('../source/source-maps').SourceMaps} sources translates positions to those that people wrote
 */

/** @typedef {(nodeArguments: string[], directory: string, run: Run) => Promise<void>} Recorder */

/**
 * @typedef {object} Raw
 * @property {string} file that `read` takes it from
 * @property {string} before that `read` takes it from, where there is another one to compare it with
 * @property {string} ending that it is kept with, and brought with
 * @property {(profile: any) => import('../types/pipeline').WeightedStack[]} stacks
 * @property {import('../source/pprof').Measured} measured what their weights are
 * @property {(profile: any) => void} assert throws an Error where it is no such profile
 */

/**
 * @typedef {object} WithoutLoad
 * @property {(subject: import('../types/pipeline').Subject) => string} command what a person would type to get the same
 * @property {import('../agent/from-start').WatchedFromStart[]} probes that begin with it
 * @property {(program: import('../process/program').Program, options: { directory: string, durationSeconds: number,
 *   places: boolean }) => Promise<import('../process/program').Seen>} watch waits until it ends, or its time is
 *   over; leaves the same as `record`
 */

/**
 * @typedef {object} Instrument
 * @property {string} name
 * @property {string} title
 * @property {string} summary one line for the help
 * @property {string} [needs] the package that it runs
 * @property {RegExp} [cannotWorkIn] folders whose path confuses it
 * @property {string[]} [options] of its command, beside those of all
 * @property {(subject: import('../types/pipeline').Subject, workload: import('../types/pipeline').Workload) => string}
 *   command
 *   what a person would type to get the same without us
 * @property {string} [stopWord] how the subject is asked to end: see Channel.send
 * @property {Recorder} [record] runs the subject under the tool until it ends, and leaves in `directory` what `read`
 *   and `draw` need. It is called in recorder.js. Without it, the subject runs by itself, and `watch` looks at
 *   it from where we are.
 * @property {(directory: string) => Promise<void>} [draw] leaves a `report.html`, after `read`, in recorder.js
 * @property {(running: import('../process/subject').RunningSubject, workload: import('../types/pipeline').Workload,
 *   options: { directory: string, places: boolean, onProgress: (fraction: number) => void }) =>
 *   Promise<{ load: import('../types/pipeline').Load | null, ended?: boolean }>} [watch] puts the load on; leaves the
 *   same
 *   as `record` where there is none. `ended`: the subject did, or has to be ended by force
 * @property {(running: import('../process/attach').AttachedSubject, workload: import('../types/pipeline').Workload,
 *   options: { directory: string }) => Promise<import('../types/pipeline').PassedTraffic>} [attach] looks into a
 *   process
 *   that we did not start, while the traffic of others passes; leaves the same as `record`
 * @property {WithoutLoad} [withoutLoad] looks into a program that nobody puts a load on
 * @property {(directory: string, subject: import('../types/pipeline').Subject, circumstances: Circumstances) =>
 *   Promise<object>} read the finding, from what was left; and a `report.html` if there is none yet
 * @property {Raw} [raw] the profile of V8 that it is made from
 * @property {(finding: any, load?: import('../types/pipeline').Load | null) => string[]} format the finding in a few
 *   lines
 *   of text; the first is the conclusion. `load`: under which it was found
 */

const LOADERS = {
  doctor: () => require('./doctor'),
  flame: () => require('./flame'),
  '0x': () => require('./zero-x'),
  'cpu-profile': () => require('./cpu-profile'),
  heap: () => require('./heap'),
  waits: () => require('./waits'),
  checkup: () => require('./checkup')
}

/**
 * By name. Each is loaded when it is asked for: a run needs one of them.
 *
 * @type {Record<string, Instrument>}
 */
module.exports = Object.defineProperties(
  {},
  Object.fromEntries(Object.entries(LOADERS).map(([name, get]) => [name, { get, enumerable: true }]))
)
