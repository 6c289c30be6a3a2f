'use strict'

const { NO_GENERATOR } = require('../conditions')

// With less, results are mostly chance.
const LEAST_SECONDS = 1
// A run of a program that ended by itself is complete.
const LEAST_SECONDS_OF_RUN = 0.3
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
  advice ({ driver }) {
    if (driver !== NO_GENERATOR) return null
    return {
      means: ['The check-up has too little data for a finding: the program ended at once.'],
      next: ['`npx hot-path cpu-profile <server>` shows what it did.']
    }
  },
  judge ({ ended, seconds, isWhole, requests, loopUtilization, unansweredShare, stuck }) {
    if (ended?.how === 'hung') return null
    if (ended) {
      return { sentence: 'The server ended before the check-up did.', evidence: [{ what: ended.words, value: null }] }
    }
    const leastSeconds = isWhole ? LEAST_SECONDS_OF_RUN : LEAST_SECONDS
    if (seconds < leastSeconds) {
      return {
        sentence: 'The load was too short for a finding.',
        evidence: [
          {
            what: 'judged time',
            value: seconds,
            unit: 's',
            threshold: leastSeconds,
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
