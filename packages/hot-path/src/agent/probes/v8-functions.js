'use strict'

// Part of the probes: runs inside the server under test.

const { fileURLToPath } = require('url')
const v8 = require('v8')
const { isOfApplication } = require('./call-stack')

/**
 * Returns the source ranges of the application's functions, as V8 reports them.
 *
 * @param {{ result: any[] }} coverage result of `Profiler.getBestEffortCoverage` or `Profiler.takePreciseCoverage`,
 *   with the profiler enabled
 * @returns {import('../../types/source').SourceRange[]}
 */
function applicationFunctions ({ result }) {
  return result
    .filter((/** @type {any} */ { url }) => isOfApplication(url))
    .flatMap((/** @type {any} */ { url, functions }) =>
      functions.map((/** @type {any} */ { functionName, ranges: [{ startOffset, endOffset, count }] }) => ({
        file: toPath(url),
        name: functionName,
        from: startOffset,
        to: endOffset,
        calls: count
      }))
    )
}

/** @param {string} url the CPU profiler reports URLs, the heap profiler paths */
function toPath (url) {
  return url.startsWith('file:') ? fileURLToPath(url) : url
}

// These flags apply to the whole process, on Node 20 to 26. Each thread has to drop its own compiled code. A
// compilation reads the first flag when it begins.
// Do not change `--max-inlined-bytecode-size` at run time: a compilation in another thread reads it twice, and V8
// then ends the process ("Check failed: inlineability == ...", seen about once in 50 runs on Node 20).
const OFF = ['--no-turbo-inlining', '--no-maglev-inlining']
const ON = ['--turbo-inlining', '--maglev-inlining']

// V8 accepts several spellings of a disabled flag, such as `--noturbo_inlining`.
const given = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(/\s+/)].map((word) =>
  word.replaceAll('_', '-').replace(/^--no-?/, '--no-')
)

// Two probes may run at the same time: inlining stays off until both have ended.
let looking = 0

/**
 * Disables inlining until every caller has called `inlineAgain`. Profilers attribute the time and memory of an
 * inlined function to its caller. Across eight services with a known hot function, a profiler named four wrongly with
 * inlining, and none without it.
 *
 * @param {(method: string, params?: object) => any} post sends a command to the inspector
 */
function stopInlining (post) {
  post('Profiler.enable')
  if (looking++ > 0) return
  for (const flag of OFF) v8.setFlagsFromString(flag)
  dropOptimisedCode(post)
}

/**
 * @param {(method: string, params?: object) => any} post sends a command to the inspector, with the profiler enabled
 */
function inlineAgain (post) {
  if (--looking > 0) return
  // Keep a flag off that was off when the process was started.
  for (const flag of ON.filter((_, i) => !given.includes(OFF[i]))) v8.setFlagsFromString(flag)
  dropOptimisedCode(post)
}

/**
 * Drops all optimised code, which would otherwise keep its inlining. V8 does this when call counting starts
 * (`Coverage::SelectMode`, src/debug/debug-coverage.cc); the counts are not used.
 *
 * @param {(method: string, params?: object) => any} post
 * @returns {any[]} the answers of the inspector
 */
function dropOptimisedCode (post) {
  return [
    post('Profiler.startPreciseCoverage', { callCount: true, detailed: false }),
    post('Profiler.stopPreciseCoverage')
  ]
}

module.exports = { applicationFunctions, dropOptimisedCode, inlineAgain, stopInlining, toPath }
