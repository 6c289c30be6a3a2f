'use strict'

// For tests of ratios and thresholds (test/performance), which CPU contention can invalidate.

const { withInterval } = require('../../src/util/format')
const { watchMachine } = require('./watch-machine')

/**
 * Asserts something that CPU contention can invalidate. A failure during contention is a skip with that reason: the
 * check was impossible. `.ci/run` counts skips.
 *
 * @param t the test
 * @param {boolean} good
 * @param {string} what the observation
 * @param {() => string} interference result of `watchMachine`, called before the measurement
 */
function okUnlessBusy (t, good, what, interference) {
  const why = good ? '' : interference()
  if (why) t.pass(oneLine(what), { skip: why })
  else t.ok(good, what)
}

/**
 * Asserts that a claim holds. An inconclusive or invalid one is a skip, with the measured values.
 *
 * @param t the test
 * @param {{ id: string, verdict: string, ratio: number | null, interval: [number, number], doubts: { sentence: string
 *   }[] }} claim as printed by `--json`
 */
function claimHolds (t, { id, verdict, ratio, interval, doubts }) {
  const measured = ratio === null ? doubts.map(({ sentence }) => sentence).join(' ') : withInterval(ratio, interval)
  if (['inconclusive', 'invalid'].includes(verdict)) t.pass(id, { skip: `${verdict}: ${oneLine(measured)}` })
  else t.equal(verdict, 'holds', `${id} ${verdict}: ${measured}`)
}

/** @param {string} text */
function oneLine (text) {
  return text.replace(/\s+/g, ' ').trim()
}

module.exports = { claimHolds, okUnlessBusy, watchMachine }
