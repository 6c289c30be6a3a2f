'use strict'

// With less, results are mostly chance.
const LEAST_SECONDS = 1
const LEAST_REQUESTS = 5

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'not-enough-data',
  condition: 'The load was too short, there were too few responses, or the server ended under load. Exit status 3.',
  means: [
    'The check-up has too little data for a finding: the load was too short, hardly any request was answered, or the server ended.'
  ],
  next: [
    'First send a request yourself: `curl -v` with the same path. Then measure for longer: `--duration=20`.',
    'If the server ended, read its output. If it ran out of memory, repeat the check-up with a shorter load, which can detect `memory-growth`.'
  ],
  judge ({ ended, seconds, requests, loopUtilization, unansweredShare, stuck }) {
    if (ended?.how === 'hung') return null
    if (ended) {
      return { sentence: 'The server ended before the check-up did.', evidence: [{ what: ended.words, value: null }] }
    }
    if (seconds < LEAST_SECONDS) {
      return {
        sentence: 'The load was too short for a finding.',
        evidence: [
          {
            what: 'judged time',
            value: seconds,
            unit: 's',
            threshold: LEAST_SECONDS,
            why: 'In less time, a single pause can decide the result.'
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
          what: 'requests answered in the judged time',
          value: requests,
          threshold: LEAST_REQUESTS,
          why: 'Fewer requests may all be unusual ones.'
        }
      ]
    }
  }
}
