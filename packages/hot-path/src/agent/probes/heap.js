'use strict'

// A probe: runs inside the server under test, and samples its memory allocations.

const { openInspector } = require('../inspector')
const { findFunctions, watchCollections } = require('./collections')
const { applicationFunctions, inlineAgain, stopInlining } = require('./v8-functions')

// Average number of allocated bytes per sample.
const EACH_BYTES = 8192

/** @type {ReturnType<typeof openInspector> | null} */
let inspector = null
/** @type {import('./collections').KnownFunction[]} */
let functions = []
/** @type {ReturnType<typeof watchCollections>} */
let grownSince = () => []

/** Runs before the first load, while the heap is small. */
function prepare () {
  try {
    functions = findFunctions()
  } catch {
    functions = [] // if the heap cannot be walked, report no retainers; the server must continue
  }
}

/** @param {boolean} all whether to include objects that were garbage-collected since */
function begin (all) {
  inspector = openInspector()
  const { post } = inspector
  stopInlining(post)
  grownSince = all ? () => [] : watchCollections(post, functions)
  post('HeapProfiler.enable')
  post('HeapProfiler.startSampling', {
    samplingInterval: EACH_BYTES,
    includeObjectsCollectedByMajorGC: all,
    includeObjectsCollectedByMinorGC: all
  })
}

/**
 * @param {import('../../types/agent').ReadProcessMetrics} processMetrics
 * @returns {{ profile: import('../../types/source').HeapProfile | null, functions:
 *   import('../../types/source').SourceRange[], grown: import('../../types/agent').GrownCollection[], metrics:
 *   import('../../types/pipeline').ProcessMetrics }} allocations since `begin`: all, or only those still in use
 */
function end (processMetrics) {
  const metrics = processMetrics({ collect: true, reset: false })
  if (!inspector) return { profile: null, functions: [], grown: [], metrics }
  const { post } = inspector
  const { profile } = post('HeapProfiler.stopSampling')
  const grown = grownSince()
  const ranges = applicationFunctions(post('Profiler.getBestEffortCoverage'))
  inlineAgain(post)
  inspector.end()
  inspector = null
  return { profile, functions: ranges, grown, metrics }
}

/** @type {import('../../types/agent').Probe} */
module.exports = (processMetrics) =>
  function (word) {
    if (word === 'end') return end(processMetrics)
    if (word === 'prepare') {
      prepare()
      return {}
    }
    begin(word === 'all')
    return { metrics: processMetrics({ collect: true, reset: false }) }
  }
