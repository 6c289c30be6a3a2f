'use strict'

// A probe: runs inside a program from its start, and samples what its threads do. It ends without waiting for anything,
// because a program that ends cannot wait; worker threads are asked before, where there is time.

const { openInspector } = require('../inspector')
const { watchWorkers } = require('../worker-threads')
const { applicationFunctions } = require('./v8-functions')
const { dropOptimisedCode, inlineAgain, stopInlining } = require('./inlining')

/** @typedef {import('../worker-threads').Post} Post */

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
  // At once: a busy thread may answer once in a second.
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
