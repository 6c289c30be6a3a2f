'use strict'

const { refusing } = require('../../source/locations')

const THRESHOLD = 0.05
const BLOCKED_MS = 1000
const TOO_LATE =
  'Requests get no answer within ten seconds, or, in a longer load, as long as it lasts. Where the server only needs ' +
  'longer, give a --duration that is longer than its answers take.'

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'refusing',
  condition: 'Error responses, lost responses or closed connections: the load is not the real work.',
  locates: 'exceptions and the code that sets the status: the line that throws, or responds so',
  means: [
    'What was measured is how fast the server says no. Nothing else in this report is about its real work.',
    '404 means a wrong path, 401 and 403 a missing login, 429 and 503 a limit of its own, 500 a problem in it. No answer at all means that it closed the connection, or never replied.'
  ],
  next: [
    '`curl -v` with the same path shows the status and the body; `--path=` sets another one.',
    'If it refuses under load only, look for the limit: connections, a pool of a database, a protection against overload.'
  ],
  looks: ['refusals'],
  places: refusing,
  judge ({ ended, refusedShare, unansweredShare, timeouts, stuck, longestBlockMs, refusedWith }) {
    const refuses = refusedShare >= THRESHOLD
    // A loop that is blocked for a second makes connections time out. Then the block is the finding.
    const drops = !ended && (unansweredShare >= THRESHOLD || stuck > 0) && longestBlockMs < BLOCKED_MS
    if (!refuses && !drops) return null
    const why = 'A refusal costs less than an answer: with more of them, the figures do not describe the real work.'
    return {
      sentence: refuses
        ? 'The server refuses: many answers have a status that is no success.'
        : timeouts > 0 ? TOO_LATE : 'Requests get no answer: the server closes connections, or never replies.',
      evidence: [
        {
          what: 'of the answers have an unexpected status outside 2xx',
          value: refusedShare,
          unit: 'share',
          threshold: THRESHOLD,
          why
        },
        ...refusedWith.map(({ status, count, said }) => ({
          what: status ? `refusals with status ${status}${said ? `: "${said}"` : ''}` : 'connections that the server closed',
          value: count
        })),
        { what: 'of the requests got no answer', value: unansweredShare, unit: 'share', threshold: THRESHOLD, why },
        { what: 'requests timed out', value: timeouts },
        { what: 'connections waited for an answer for half of the load or longer', value: stuck }
      ]
    }
  }
}
