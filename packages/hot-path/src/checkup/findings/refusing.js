'use strict'

const { refusing } = require('../../source/locations')

const THRESHOLD = 0.05
const BLOCKED_MS = 1000
const TOO_LATE =
  'Requests get no answer within ten seconds, or within the whole load if that is longer. ' +
  'If the server is only slow, set a --duration longer than its response times.'

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'refusing',
  condition: 'Error responses, missing responses or closed connections: the figures do not describe normal work.',
  locates: 'exceptions and the code that sets the status: the line that throws, or that sets the status',
  means: [
    'The check-up measured how fast the server refuses requests. No other finding here describes its normal work.',
    '404 means a wrong path, 401 and 403 a missing login, 429 and 503 a limit of the server, 500 an error in the server. No answer means that the server closed the connection, or never replied.'
  ],
  next: [
    '`curl -v` with the same path shows the status and the body; `--path=` sets another path.',
    'If the server refuses requests under load only, look for a limit: connections, a database connection pool, overload protection.'
  ],
  looks: ['refusals'],
  places: refusing,
  judge ({ ended, refusedShare, unansweredShare, timeouts, stuck, longestBlockMs, refusedWith }) {
    const refuses = refusedShare >= THRESHOLD
    // A loop that is blocked for a second makes connections time out. Then the block is the finding.
    const drops = !ended && (unansweredShare >= THRESHOLD || stuck > 0) && longestBlockMs < BLOCKED_MS
    if (!refuses && !drops) return null
    const why = 'Refused requests cost less than others. With more of them, the figures do not describe normal work.'
    return {
      sentence: refuses
        ? 'The server refuses requests: many responses have an unexpected status outside 2xx.'
        : timeouts > 0 ? TOO_LATE : 'Requests get no answer: the server closes connections, or never replies.',
      evidence: [
        {
          what: 'responses with an unexpected status outside 2xx, share of all responses',
          value: refusedShare,
          unit: 'share',
          threshold: THRESHOLD,
          why
        },
        ...refusedWith.map(({ status, count, said }) => ({
          what: status ? `error responses with status ${status}${said ? `: "${said}"` : ''}` : 'connections closed by the server',
          value: count
        })),
        { what: 'requests without an answer, share of all requests', value: unansweredShare, unit: 'share', threshold: THRESHOLD, why },
        { what: 'requests that timed out', value: timeouts },
        { what: 'connections without an answer for half of the load or longer', value: stuck }
      ]
    }
  }
}
