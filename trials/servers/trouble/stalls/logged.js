'use strict'

/**
 * Logs each time that a job blocks the event loop, as a line of JSON: its begin (ms since 1970) and its length (ms).
 *
 * @param {() => void} job
 * @returns {() => void}
 */
module.exports = function logged (job) {
  return function () {
    const atMs = Date.now()
    const sinceMs = performance.now()
    // Not after the job: a stack read when the job has just returned would contain this file.
    process.nextTick(() => console.log(JSON.stringify({ atMs, ms: performance.now() - sinceMs })))
    job()
  }
}
