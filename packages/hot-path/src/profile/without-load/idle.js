'use strict'

const IDLE = '(idle)'

/** @typedef {import('../../measure/readings').Reading} Reading */
/** @typedef {import('../../places/stacks').CpuProfile} CpuProfile */

/**
 * While V8 samples, its signals wake the event loop, and Node counts hardly any of its idle time. The samples tell it.
 *
 * @param {Reading[]} readings in the order of time
 * @param {{ profile: CpuProfile, beganAtMs: number }} cpu `beganAtMs`: on the clock of the readings
 * @returns {Reading[]} the same, with the idle time of the profile
 */
function withIdleOf (readings, { profile, beganAtMs }) {
  const { nodes, samples, timeDeltas } = profile
  const idle = new Set(nodes.flatMap(({ id, callFrame }) => (callFrame.functionName === IDLE ? [id] : [])))
  let [next, atMs, idleMs] = [0, beganAtMs, 0]
  return readings.map(function (reading) {
    // The time between two samples belongs to the earlier one.
    for (; next < samples.length && atMs < reading.atMs; next++) {
      const ms = Math.max(0, timeDeltas[next]) / 1000
      if (next > 0 && idle.has(samples[next - 1])) idleMs += ms
      atMs += ms
    }
    return { ...reading, loopIdleMs: idleMs, loopActiveMs: reading.atMs - idleMs }
  })
}

module.exports = { withIdleOf }
