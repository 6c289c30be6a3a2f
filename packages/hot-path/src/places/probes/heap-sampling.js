'use strict'

// A probe: runs inside the subject, and samples what it allocates.

const { openInspector } = require('../../process/inside/inspector-session')
const { functionsIn } = require('./functions')
const { inlineAgain, stopInlining } = require('./inlining')

// One sample for so many bytes, on average.
const EACH_BYTES = 8192

/** @type {ReturnType<typeof openInspector> | null} */
let inspector = null

/** @param {boolean} all whether what was collected since counts, too */
function begin (all) {
  inspector = openInspector()
  const { post } = inspector
  stopInlining(post)
  post('HeapProfiler.enable')
  post('HeapProfiler.startSampling', {
    samplingInterval: EACH_BYTES,
    includeObjectsCollectedByMajorGC: all,
    includeObjectsCollectedByMinorGC: all
  })
}

/**
 * @param {ReturnType<typeof import('../../process/inside/process-metrics')>} processMetrics
 * @returns {{ profile: import('../stacks').HeapProfile | null, functions: import('../attribution').SourceRange[],
 *   metrics: import('../../records').ProcessMetrics }} of what was allocated since the beginning, and is still in use
 *   unless all was asked for
 */
function end (processMetrics) {
  const metrics = processMetrics({ collect: true, reset: false })
  if (!inspector) return { profile: null, functions: [], metrics }
  const { post } = inspector
  const { profile } = post('HeapProfiler.stopSampling')
  const functions = functionsIn(post, urlsIn(profile.head))
  inlineAgain(post)
  inspector.end()
  inspector = null
  return { profile, functions, metrics }
}

/**
 * @param {import('../stacks').HeapNode} node
 * @returns {string[]}
 */
function urlsIn ({ callFrame, children }) {
  return [callFrame.url, ...children.flatMap(urlsIn)]
}

/** @type {import('../../process/subject').Probe} */
module.exports = (processMetrics) =>
  function (word) {
    if (word === 'end') return end(processMetrics)
    begin(word === 'all')
    return { metrics: processMetrics({ collect: true, reset: false }) }
  }
