'use strict'

// What the metrics of a gate are called, and what each of them says, in its page and its texts alike.

const { difference, plainVerdict, rounded } = require('../util/format')

/** @typedef {import('../verdict/verdict').GateResult} GateResult */
/** @typedef {import('../types/pipeline').Doubt} Doubt */

const ALLOCATION = 'allocatedBytesPerRequest'

/** @type {Record<string, string>} */
const LABELS = {
  serverCpuUsPerRequest: 'CPU per request',
  requestsPerSecond: 'time per request',
  'latencyMs.mean': 'mean latency',
  [ALLOCATION]: 'bytes allocated'
}
/** @type {Record<string, string>} what is counted for a request */
const COUNTED = {
  [ALLOCATION]: 'bytes allocated',
  connectionsPerRequest: 'connections opened to others',
  outgoingPerRequest: 'HTTP requests to others'
}

/**
 * @param {GateResult} result
 * @param {string} metric
 * @returns {string} its verdict in plain words; of one that has no say, what is to be seen
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
 * @returns {string | null} a sentence where a request allocates more, and that has no say
 */
function allocationSentence ({ witnesses: { [ALLOCATION]: allocation }, judgedBy }) {
  if (!allocation?.interval || allocation.verdict !== 'fails' || judgedBy.includes(ALLOCATION)) return null
  return (
    `A request allocates ${difference(allocation.interval, 'more', 'less')}, ` +
    'which fails a gate only with --fail-on=allocations.'
  )
}

/**
 * @param {GateResult} result
 * @returns {string[]} of what is counted and is not as it was: `bytes allocated: 17,600 before, 35,200 now`
 */
function countLines ({ counts }) {
  return counts.map(
    ({ metric, baseline, candidate }) => `${COUNTED[metric]}: ${rounded(baseline)} before, ${rounded(candidate)} now`
  )
}

/**
 * What others did to the measurement stands above the verdict. What concerns both versions alike, such as code that V8
 * still compiles, changes no ratio, and is left out.
 *
 * @param {Doubt[]} doubts
 */
function sorted (doubts) {
  const isAround = (/** @type {Doubt} */ { name }) => name === 'host-bound' || name === 'generator-bound'
  const matters = (/** @type {Doubt} */ { spoils, attenuates = [] }) => spoils.length + attenuates.length > 0
  return { around: doubts.filter(isAround), others: doubts.filter((doubt) => matters(doubt) && !isAround(doubt)) }
}

module.exports = { LABELS, allocationSentence, countLines, isByAllocation, sorted, verdictText }
