'use strict'

const { withInterval, times } = require('../util/format')

/** What a ratio below 1 is, by metric. */
/** @type {Record<string, string>} */
const LESS = {
  latencyMs: 'shorter',
  loopDelayMaxMs: 'shorter',
  bytesPerRequest: 'fewer',
  retainedBytesPerRequest: 'fewer'
}

/**
 * What was measured for a claim, as people read it.
 *
 * @param {Pick<import('../verdict/verdict').Claim, 'metric' | 'over'> | undefined} claim
 * @param {{ ratio: number | null, interval: [number | null, number | null] | null, reason?: string | null }} judged
 * @returns {string} of a ratio `25 times shorter (24 to 27)`; of a single value `54.2 [50 .. 58]`; `no value: ...`
 */
function claimedText (claim, { ratio, interval, reason }) {
  if (ratio === null || interval === null) return `no value${reason ? `: ${reason}` : ''}`
  if (claim?.over === undefined || !(ratio > 0)) return withInterval(ratio, interval)
  return times(ratio, interval, LESS[claim.metric.split('.')[0]] ?? 'less')
}

module.exports = { claimedText }
