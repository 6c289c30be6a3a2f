'use strict'

// A probe: runs inside a program from its start, and makes V8 keep what it has compiled until the end. The functions of
// a script are collected as soon as its last line has run, and V8's heap profiler names functions when it ends.

const { openInspector } = require('../inspector')

/** @type {import('../../types/agent').Probe} */
module.exports = () => {
  const { post, end } = openInspector()
  return function (word) {
    if (word === 'end') end()
    else {
      post('Profiler.enable')
      // V8 holds the counts of every function as long as it counts which ones have run at all.
      post('Profiler.startPreciseCoverage', { callCount: false, detailed: false })
    }
    return {}
  }
}
