'use strict'

const { isAlone } = require('../measurement/round')
const { withInterval, times } = require('../util/format')

/** Comparative for a ratio below 1, by metric. */
/** @type {Record<string, string>} */
const LESS = {
  latencyMs: 'shorter',
  loopDelayMaxMs: 'shorter',
  bytesPerRequest: 'fewer',
  retainedBytesPerRequest: 'fewer'
}

/**
 * Formats the measured value of a claim.
 *
 * @param {Pick<import('../types/verdict').Claim, 'metric' | 'over'> | undefined} claim
 * @param {{ ratio: number | null, interval: [number | null, number | null] | null, reason?: string | null }} judged
 * @returns {string} ratio: `25 times shorter (24 to 27)`; single value: `54.2 [50 .. 58]`; otherwise `no value: ...`
 */
function claimedText (claim, { ratio, interval, reason }) {
  if (ratio === null || interval === null) return `no value${reason ? `: ${reason}` : ''}`
  if (claim?.over === undefined || !(ratio > 0)) return withInterval(ratio, interval)
  return times(ratio, interval, LESS[claim.metric.split('.')[0]] ?? 'less')
}

/** @typedef {import('../types/config').Claim} Claim */
/** @typedef {import('../types/pipeline').Subject} Subject */

// Default number of rounds of a claim.
const ROUNDS = 5
// Maximum number of interleaved servers. With two, the ratio of their CPU per request varies by 3 to 4 % between
// rounds; with ten, by 10 % (step 3 and the bare server, eight rounds each, 2 cores).
const MOST_IN_TURNS = 2

/**
 * Groups subjects into sessions, so that both subjects of a claim are measured in the same rounds. A session has at
 * most two interleaved subjects, plus subjects that share a claim with one of them but are measured alone.
 *
 * @param {Claim[]} claims
 * @param {Subject[]} subjects all subjects of the claims
 * @param {number} [rounds] number of rounds for every claim; by default, each claim's own
 * @returns {{ subjects: Subject[], roundsOf: Record<string, number> }[]} `roundsOf`: number of rounds by subject id
 */
function sessionsOf (claims, subjects, rounds) {
  /** @type {Map<string, number>[]} */
  const sessions = []
  const takesTurns = new Set(subjects.filter((subject) => !isAlone(subject)).map(({ id }) => id))
  const pairsFirst = claims.toSorted((a, b) => idsOf(b).length - idsOf(a).length)
  for (const claim of pairsFirst) {
    const ids = idsOf(claim)
    const count = rounds ?? claim.rounds ?? ROUNDS
    const fits = (/** @type {Map<string, number>} */ session) =>
      ids.some((id) => session.has(id)) &&
      [...new Set([...session.keys(), ...ids])].filter((id) => takesTurns.has(id)).length <= MOST_IN_TURNS
    const session = sessions.find(fits) ?? sessions[sessions.push(new Map()) - 1]
    for (const id of ids) session.set(id, Math.max(count, session.get(id) ?? 0))
  }
  return sessions.map((roundsOf) => ({
    subjects: subjects.filter(({ id }) => roundsOf.has(id)),
    roundsOf: Object.fromEntries(roundsOf)
  }))
}

/** @param {Claim} claim */
function idsOf ({ subject, over }) {
  return over === undefined ? [subject] : [subject, over]
}

module.exports = { claimedText, sessionsOf }
