'use strict'

const { performance } = require('perf_hooks')
const { machine } = require('../util/machine')
const { withRunDirectory } = require('../util/run-directory')
const { oneRound } = require('./round')

/** @typedef {import('../types/pipeline').Plan} Plan */

/** @typedef {import('../types/pipeline').Subject} Subject */
/** @typedef {import('../types/pipeline').Sample} Sample */

/**
 * Measures several servers in one session. Only numbers of the same session are comparable.
 *
 * The outer loop is the round. In each, every server runs in a fresh process and is warmed up until its cost is steady.
 * A process lays out code and memory anew, which alone can change results by a few percent. Two kinds of load follow.
 * CPU time and throughput come from short interleaved bursts over connections that stay open, which spread the effect
 * of other processes on the machine evenly. The order changes from burst to burst and from round to round, so that a
 * machine that becomes slower or faster favours no server. Latencies come from uninterrupted load: a burst begins
 * with all its requests at once and would end before a slow response.
 *
 * @param {Subject[]} subjects
 * @param {Plan} plan
 * @param {object} options
 * @param {string} options.reports directory, for the servers' output
 * @param {(fraction: number) => void} [options.onProgress]
 * @returns {Promise<import('../types/pipeline').Session>}
 * @throws {import('../util/errors').OperationalError} if a server does not start, or ends early
 */
async function measure (subjects, plan, { reports, onProgress = () => {} }) {
  const begun = performance.now()
  const passed = () => (performance.now() - begun) / 1000
  const { budgetSeconds = 0 } = plan
  // Start a round if at least half of it fits. A session then lasts as long as its budget, give or take half a round.
  const fits = (/** @type {number} */ done) => passed() * (1 + 0.5 / done) < budgetSeconds
  /** @type {Sample[]} */
  const samples = []
  await withRunDirectory(reports, async function (directory) {
    for (let round = 1; round <= plan.rounds || fits(round - 1); round++) {
      onProgress(Math.min(1, budgetSeconds ? passed() / budgetSeconds : (round - 1) / plan.rounds))
      const measuredNow = subjects.filter(({ id }) => round <= (plan.roundsOf?.[id] ?? Infinity))
      const order = round % 2 ? measuredNow : measuredNow.toReversed()
      const measured = await oneRound(order, plan, { directory, round })
      samples.push(...measured)
      if (measured.some(({ requests }) => requests === 0)) break // more rounds would not help: the server is silent
    }
  })
  return { date: new Date().toISOString(), machine: machine(), plan, samples }
}

module.exports = { measure }
