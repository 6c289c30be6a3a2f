'use strict'

/** @typedef {{ subject: import('../records').Subject, workload: import('../records').Workload }} Run */

/**
 * @typedef {object} Instrument
 * @property {string} name
 * @property {string} title
 * @property {string} summary one line for the help
 * @property {(subject: import('../records').Subject, workload: import('../records').Workload) => string} command
 *   what a person would type to get the same without us
 * @property {string} [stopWord] how the subject is asked to end: see Channel.send
 * @property {(nodeArguments: string[], directory: string, run: Run) => Promise<void>} record runs the subject under the tool
 *   until it ends, and leaves in `directory` a `report.html` and what `read` needs. Runs inside host.js.
 * @property {(directory: string) => Promise<object>} read the finding, from what `record` left
 * @property {(finding: any) => string[]} tell the finding in a few lines of text; the first is the conclusion
 */

/** @type {Record<string, Instrument>} */
module.exports = Object.fromEntries([
  require('./doctor'),
  require('./flame'),
  require('./zero-x'),
  require('./cpu-profile')
].map((instrument) => [instrument.name, instrument]))
