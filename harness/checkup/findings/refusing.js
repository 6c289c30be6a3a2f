'use strict'

const LIMIT = 0.05
const HELD_MS = 1000

/** @type {import('../records').Judge} */
module.exports = {
  name: 'refusing',
  judge ({ ended, refusedShare, unansweredShare, timeouts, stuck, longestBlockMs }) {
    const refuses = refusedShare >= LIMIT
    // A loop that is held for a second lets connections time out. Then the holding is the finding.
    const drops = !ended && (unansweredShare >= LIMIT || stuck > 0) && longestBlockMs < HELD_MS
    if (!refuses && !drops) return null
    const why = 'Refusals are cheaper than answers: with more of them, the figures are those of another server.'
    return {
      sentence: refuses ? 'The server refuses: many answers are no success.' : 'Requests get no answer: the server closes connections, or never replies.',
      evidence: [
        { what: 'share of answers outside 2xx that nobody expects', value: refusedShare, limit: LIMIT, why },
        { what: 'share of requests without an answer', value: unansweredShare, limit: LIMIT, why },
        { what: 'of these, timed out', value: timeouts },
        { what: 'connections that have been waiting for an answer for half of the load', value: stuck }
      ]
    }
  }
}
