'use strict'

const { isAlone } = require('../measurement/round')

/** @typedef {import('../types/config').Claim} Claim */
/** @typedef {import('../types/pipeline').Subject} Subject */

// Where a claim does not say how many rounds decide it.
const ROUNDS = 5
// Of two servers that take turns, the ratio of their CPU per request varies by 3 to 4 % from round to round; of ten, by
// 10 % (step 3 and the bare server, eight rounds each, 2 cores).
const MOST_IN_TURNS = 2

/**
 * Which subjects are measured together, so that every claim finds its two in the same rounds: pairs, and with them
 * whatever shares one of the two and is measured by itself anyway.
 *
 * @param {Claim[]} claims
 * @param {Subject[]} subjects that the claims speak of
 * @param {number} [rounds] of every claim; its own by default
 * @returns {{ subjects: Subject[], roundsOf: Record<string, number> }[]} `roundsOf`: by id of a subject
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

module.exports = { sessionsOf }
