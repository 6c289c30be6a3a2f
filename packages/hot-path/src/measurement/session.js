'use strict'

const { performance } = require('perf_hooks')
const { machine } = require('../util/machine')
const { withRunDirectory } = require('../util/run-directory')
const { oneRound } = require('./round')

/** @typedef {import('../types/pipeline').Plan} Plan */

/** @typedef {import('../types/pipeline').Subject} Subject */
/** @typedef {import('../types/pipeline').Sample} Sample */

/**
 * Measures several subjects in one session: the only place where numbers may be compared.
 *
 * The outer loop is the round. In each, every subject runs in a fresh process (code and memory are laid out anew in
 * each, and that alone can make a few percent) and is warmed up until its cost is steady. Then there are two kinds of
 * load, each for what it is good at. CPU time and throughput come from short bursts in turns, over connections that
 * stay open: neighbours on the machine come and go, and bursts share them out evenly. The order is reversed from burst
 * to burst and from round to round, so that a machine that grows slower or faster favours nobody. Latencies come from
 * uninterrupted load, because a burst begins with all its requests at once and would be over before a slow answer.
 *
 * @param {Subject[]} subjects
 * @param {Plan} plan
 * @param {object} options
 * @param {string} options.reports directory, for what the subjects print while they run
 * @param {(fraction: number) => void} [options.onProgress]
 * @returns {Promise<import('../types/pipeline').Session>}
 * @throws {import('../util/errors').OperationalError} when a subject does not start, or ends early
 */
async function measure (subjects, plan, { reports, onProgress = () => {} }) {
  const begun = performance.now()
  const passed = () => (performance.now() - begun) / 1000
  const { budgetSeconds = 0 } = plan
  // A round is begun where at least half of it fits: so a session is as long as its budget, give or take half a round.
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
      if (measured.some(({ requests }) => requests === 0)) break // nothing can be said of such a server, however often
    }
  })
  return { date: new Date().toISOString(), machine: machine(), plan, samples }
}

module.exports = { measure }
