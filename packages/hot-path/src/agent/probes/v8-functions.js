'use strict'

// Part of the probes: runs inside the subject.

const { fileURLToPath } = require('url')
const { isOfApplication } = require('./call-stack')

/**
 * Where the functions of the application begin and end, as V8 knows them.
 *
 * @param {{ result: any[] }} coverage what `Profiler.getBestEffortCoverage` answers, with the profiler enabled
 * @returns {import('../../types/source').SourceRange[]}
 */
function applicationFunctions ({ result }) {
  return result
    .filter((/** @type {any} */ { url }) => isOfApplication(url))
    .flatMap((/** @type {any} */ { url, functions }) =>
      functions.map((/** @type {any} */ { functionName, ranges: [{ startOffset, endOffset }] }) => ({
        file: toPath(url),
        name: functionName,
        from: startOffset,
        to: endOffset
      }))
    )
}

/** @param {string} url the CPU profiler tells URLs, the heap profiler paths */
function toPath (url) {
  return url.startsWith('file:') ? fileURLToPath(url) : url
}

module.exports = { applicationFunctions, toPath }
