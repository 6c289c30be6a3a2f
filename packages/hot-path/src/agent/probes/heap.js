'use strict'

// A probe: runs inside the subject, and samples what it allocates.

const { openInspector } = require('../inspector')
const { findFunctions, watchCollections } = require('./collections')
const { applicationFunctions } = require('./v8-functions')
const { inlineAgain, stopInlining } = require('./inlining')

// One sample for so many bytes, on average.
const EACH_BYTES = 8192

/** @type {ReturnType<typeof openInspector> | null} */
let inspector = null
/** @type {import('./collections').KnownFunction[]} */
let functions = []
/** @type {ReturnType<typeof watchCollections>} */
let grownSince = () => []

/** Before the first load, while the heap is small. */
function prepare () {
  try {
    functions = findFunctions()
  } catch {
    functions = [] // then nobody tells what keeps; a heap that cannot be walked is no reason to end the server
  }
}

/** @param {boolean} all whether what was collected since counts, too */
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
 *   import('../../types/source').SourceRange[],
 *   grown: import('../../types/agent').GrownCollection[], metrics: import('../../types/pipeline').ProcessMetrics }} of
 *   what was
 *   allocated since the beginning, and is still in use unless all was asked for
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
