'use strict'

// Watches the machine during a test: the CPU use of other programs, and how long a thread of the test got no core.

const { Worker } = require('worker_threads')
const { coreTimes } = require('../../src/util/machine')
const { noticeableCores } = require('../../src/verdict/thresholds')
const { watchOthers } = require('../../src/measurement/core-use')

// Half of the pause that makes Doctor report `event-loop`. If only a test runs, a sleeping thread gets its core back
// within a few milliseconds, however busy the test is.
const LONG_PAUSE_MS = 50

// Sleeps for 10 ms repeatedly, and records the longest delay of its wake-ups.
const SLEEPER = `
  const { workerData } = require('worker_threads')
  const latestMs = new Float64Array(workerData)
  const never = new Int32Array(new SharedArrayBuffer(4))
  for (let last = performance.now(); ;) {
    Atomics.wait(never, 0, 0, 10)
    const now = performance.now()
    latestMs[0] = Math.max(latestMs[0], now - last - 10)
    last = now
  }
`

/**
 * Starts to watch the machine.
 *
 * @param t the test, whose teardown stops the watch
 * @returns {() => string} a function that returns the possible interference since then as a clause, or an empty string
 */
function watchMachine (t) {
  const others = watchOthers()
  const memory = new SharedArrayBuffer(8)
  const sleeper = new Worker(SLEEPER, { eval: true, workerData: memory, execArgv: [], env: {} })
  t.teardown(() => sleeper.terminate())
  return function () {
    const { cores } = coreTimes()
    const taken = others() * cores
    const [pauseMs] = new Float64Array(memory)
    if (taken >= noticeableCores(cores)) return `others took ${taken.toFixed(1)} of the ${cores} cores`
    return pauseMs >= LONG_PAUSE_MS ? `a thread that slept got no core for ${Math.round(pauseMs)} ms` : ''
  }
}

module.exports = { watchMachine }
