'use strict'

// A probe: runs inside a program from its start, and samples the CPU use of its threads. `end` is synchronous,
// because a program that exits cannot wait; worker threads are read before, with `threads`.

const { openInspector } = require('./inspector')
const { watchWorkers } = require('./worker-threads')
const { applicationFunctions, dropOptimisedCode, inlineAgain, stopInlining } = require('./v8-functions')

/** @typedef {import('./worker-threads').Post} Post */

const EACH_US = 1000

/** @type {import('../../types/agent').Probe} */
module.exports = () => {
  const inspector = openInspector()
  const { post } = inspector
  const workers = watchWorkers(beginIn)
  stopInlining(post)
  post('Profiler.setSamplingInterval', { interval: EACH_US })
  const beganAtMs = performance.now()
  post('Profiler.start')

  function end () {
    const { profile } = post('Profiler.stop')
    const functions = applicationFunctions(post('Profiler.getBestEffortCoverage'))
    inlineAgain(post)
    inspector.end()
    return { profile, functions, beganAtMs }
  }

  return function (word) {
    if (word === 'threads') return workers.each(endIn).finally(workers.end)
    return word === 'end' ? end() : {}
  }
}

/** @param {Post} post */
async function beginIn (post) {
  // Post all commands together: a busy thread may answer only once per second.
  await Promise.all([
    post('Profiler.enable'),
    ...dropOptimisedCode(post),
    post('Profiler.setSamplingInterval', { interval: EACH_US }),
    post('Profiler.start')
  ])
}

/** @param {Post} post */
async function endIn (post) {
  const [{ profile }, coverage] = await Promise.all([
    post('Profiler.stop'),
    post('Profiler.getBestEffortCoverage'),
    ...dropOptimisedCode(post)
  ])
  return { cpuMs: null, profile, functions: applicationFunctions(coverage) }
}
