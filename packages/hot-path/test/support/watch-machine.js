'use strict'

// What the machine did beside a test: who else took its cores, and how long nobody of ours got one.

const { Worker } = require('worker_threads')
const { coreTimes } = require('../../src/util/machine')
const { noticeableCores } = require('../../src/verdict/thresholds')
const { watchOthers } = require('../../src/measurement/core-use')

// Half of the pause of which Doctor makes `event-loop`. While nothing but a test runs, a thread that sleeps gets its
// core back within a few milliseconds, however busy the test itself is.
const LONG_PAUSE_MS = 50

// It sleeps for 10 ms again and again, and keeps by how much it woke up too late, at the most.
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
 * Begins to watch the machine.
 *
 * @param t the test, at whose end it ends
 * @returns {() => string} what can have spoilt a measurement since, as a clause; empty where nothing has
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
