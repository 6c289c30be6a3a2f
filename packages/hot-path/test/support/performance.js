'use strict'

// For tests of ratios and thresholds (test/performance), which other programs on the machine can spoil.

const { withInterval } = require('../../src/util/format')
const { watchMachine } = require('./watch-machine')

/**
 * Asserts something that other programs can spoil. A failure while they took the cores is a skip with that reason: the
 * check could not be made. `.ci/run` counts skips.
 *
 * @param t the test
 * @param {boolean} good
 * @param {string} what was seen
 * @param {() => string} interference of `watchMachine`, begun before what is checked
 */
function okUnlessBusy (t, good, what, interference) {
  const why = good ? '' : interference()
  if (why) t.pass(oneLine(what), { skip: why })
  else t.ok(good, what)
}

/**
 * Asserts that a claim holds. One that could not be decided is a skip, with what was measured.
 *
 * @param t the test
 * @param {{ id: string, verdict: string, ratio: number | null, interval: [number, number], doubts: { sentence: string
 *   }[] }} claim as `--json` has it
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
