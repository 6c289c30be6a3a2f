'use strict'

// With less, results are mostly chance.
const LEAST_SECONDS = 1
const LEAST_REQUESTS = 5

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'not-enough-data',
  condition: 'Too short, too few responses, or the server ended under load. Exit status 3.',
  means: [
    'The check-up cannot say anything: the load was too short, hardly anything was answered, or the server ended.'
  ],
  next: [
    'Ask the server yourself first: `curl -v` with the same path. Then give it longer: `--duration=20`.',
    'If it ended, read what it printed. If it ended for want of memory, start it with a shorter load and look for `memory-growth`.'
  ],
  judge ({ ended, seconds, requests, loopUtilization, unansweredShare, stuck }) {
    if (ended?.how === 'hung') return null
    if (ended) {
      return { sentence: 'The server ended before the check-up did.', evidence: [{ what: ended.words, value: null }] }
    }
    if (seconds < LEAST_SECONDS) {
      return {
        sentence: 'The load was too short to judge by.',
        evidence: [
          {
            what: 'time that was judged',
            value: seconds,
            unit: 's',
            threshold: LEAST_SECONDS,
            why: 'In less time, a single pause decides.'
          }
        ]
      }
    }
    // A blocked server, or one that leaves requests unanswered, is data enough.
    if (requests >= LEAST_REQUESTS || loopUtilization >= 0.5 || unansweredShare > 0 || stuck > 0) return null
    return {
      sentence: 'Hardly any request was answered.',
      evidence: [
        {
          what: 'requests were answered in the time that was judged',
          value: requests,
          threshold: LEAST_REQUESTS,
          why: 'Fewer requests than that may all be unusual ones.'
        }
      ]
    }
  }
}
