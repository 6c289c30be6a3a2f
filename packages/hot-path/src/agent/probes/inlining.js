'use strict'

// Part of the probes: runs inside the subject.

const v8 = require('v8')

// Flags of the process, of all versions of Node from 20 to 26; each thread drops what it has compiled by itself. Each
// compilation takes the first one as it is when it begins. `--max-inlined-bytecode-size` must not be changed while a
// program runs: a compilation that is under way in another thread reads it twice, and V8 ends the process
// ("Check failed: inlineability == ...", seen on Node 20 once in some fifty times).
const OFF = ['--no-turbo-inlining', '--no-maglev-inlining']
const ON = ['--turbo-inlining', '--maglev-inlining']

// As people may write a flag that is off: `--noturbo_inlining` is the same to V8.
const given = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(/\s+/)].map((word) =>
  word.replaceAll('_', '-').replace(/^--no-?/, '--no-')
)

// Two probes may look at the same time, and the first to end must not spoil what the other sees.
let looking = 0

/**
 * Makes V8 compile each function by itself, until `inlineAgain` is called as often: a profiler gives the time, and the
 * memory, of a function that was put into its caller to the caller. Of eight services whose hot function was known, a
 * profiler named four wrongly, and none without inlining.
 *
 * @param {(method: string, params?: object) => any} post to the inspector
 */
function stopInlining (post) {
  post('Profiler.enable')
  if (looking++ > 0) return
  for (const flag of OFF) v8.setFlagsFromString(flag)
  dropOptimisedCode(post)
}

/** @param {(method: string, params?: object) => any} post to the inspector, with the profiler enabled */
function inlineAgain (post) {
  if (--looking > 0) return
  // What the process was started without, it goes on without.
  for (const flag of ON.filter((_, i) => !given.includes(OFF[i]))) v8.setFlagsFromString(flag)
  dropOptimisedCode(post)
}

/**
 * What was compiled before would stay as it is. To begin to count calls makes V8 drop all optimised code
 * (`Coverage::SelectMode`, src/debug/debug-coverage.cc), and that is all that it is used for here.
 *
 * @param {(method: string, params?: object) => any} post
 * @returns {any[]} what it answered
 */
function dropOptimisedCode (post) {
  return [
    post('Profiler.startPreciseCoverage', { callCount: true, detailed: false }),
    post('Profiler.stopPreciseCoverage')
  ]
}

module.exports = { dropOptimisedCode, inlineAgain, stopInlining }
