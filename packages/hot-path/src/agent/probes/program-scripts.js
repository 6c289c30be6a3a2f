'use strict'

// A probe: runs inside a program from its start, and makes V8 retain compiled functions. Otherwise those of a script
// are collected after its last line, before V8's heap profiler resolves their names.

const { openInspector } = require('./inspector')

/** @type {import('../../types/agent').Probe} */
module.exports = () => {
  const { post, end } = openInspector()
  return function (word) {
    if (word === 'end') end()
    else {
      post('Profiler.enable')
      // V8 retains the counters of every function while it counts which functions have run.
      post('Profiler.startPreciseCoverage', { callCount: false, detailed: false })
    }
    return {}
  }
}
