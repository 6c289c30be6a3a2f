'use strict'

// Names and descriptions of a gate's metrics, shared by its page and its texts.

const { difference, plainVerdict, rounded } = require('../util/format')

/** @typedef {import('../verdict/gate-verdict').GateResult} GateResult */
/** @typedef {import('../types/pipeline').Doubt} Doubt */

const ALLOCATION = 'allocatedBytesPerRequest'

/** @type {Record<string, string>} */
const LABELS = {
  serverCpuUsPerRequest: 'CPU per request',
  requestsPerSecond: 'time per request',
  'latencyMs.mean': 'mean latency',
  [ALLOCATION]: 'bytes allocated'
}
/** @type {Record<string, string>} labels of the per-request counts */
const COUNTED = {
  [ALLOCATION]: 'bytes allocated',
  connectionsPerRequest: 'outgoing connections opened',
  outgoingPerRequest: 'outgoing HTTP requests'
}

/**
 * @param {GateResult} result
 * @param {string} metric
 * @returns {string} the metric's verdict in plain words; the observed change if the metric does not count for the gate
 */
function verdictText ({ witnesses, judgedBy }, metric) {
  const { verdict, interval } = witnesses[metric]
  if (metric !== ALLOCATION || judgedBy.includes(ALLOCATION)) return plainVerdict(verdict)
  if (verdict === 'fails') return 'more'
  if (verdict === 'holds') return interval && interval[1] < 1 ? 'less' : 'as before'
  return plainVerdict(verdict)
}

/** @param {GateResult} result */
function isByAllocation ({ decidedBy }) {
  return decidedBy === ALLOCATION
}

/**
 * @param {GateResult} result
 * @returns {string | null} a sentence if the candidate allocates more but allocation does not count for the gate
 */
function allocationSentence ({ witnesses: { [ALLOCATION]: allocation }, judgedBy }) {
  if (!allocation?.interval || allocation.verdict !== 'fails' || judgedBy.includes(ALLOCATION)) return null
  return (
    `The candidate allocates ${difference(allocation.interval, 'more', 'less')} memory per request, ` +
    'which fails the gate only with --fail-on=allocations.'
  )
}

/**
 * @param {GateResult} result
 * @returns {string[]} changed per-request counts: `bytes allocated: 17,600 in the baseline, 35,200 in the candidate`
 */
function countLines ({ counts }) {
  return counts.map(
    ({ metric, baseline, candidate }) =>
      `${COUNTED[metric]}: ${rounded(baseline)} in the baseline, ${rounded(candidate)} in the candidate`
  )
}

/**
 * Splits validity warnings. Those on the machine or generator (`around`) come first. Warnings that affect no metric are
 * dropped: code that V8 still compiles, for example, affects both versions alike and changes no ratio.
 *
 * @param {Doubt[]} doubts
 */
function sorted (doubts) {
  const isAround = (/** @type {Doubt} */ { name }) => name === 'host-bound' || name === 'generator-bound'
  const matters = (/** @type {Doubt} */ { spoils, attenuates = [] }) => spoils.length + attenuates.length > 0
  return { around: doubts.filter(isAround), others: doubts.filter((doubt) => matters(doubt) && !isAround(doubt)) }
}

module.exports = { LABELS, allocationSentence, countLines, isByAllocation, sorted, verdictText }
