'use strict'

const { refusing } = require('../../source/locations')
const { waiting } = require('../../source/wait-lines')
const { isLate, leavesUnanswered, UNANSWERED } = require('../conditions')

const THRESHOLD = 0.05
const MOSTLY = 0.5
const TOO_LATE =
  'Requests get no answer within ten seconds, or within the whole load if that is longer. ' +
  'If the server is only slow, set a --duration longer than its response times.'

const OTHER_PATH = '`curl -v` with the same path shows the status and the body; `--path=` sets another path.'
const LIMIT =
  'If the server refuses requests under load only, look for a limit: connections, a database connection pool, overload protection, a circuit breaker.'
const OF_LIMITS = [429, 503]

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'refusing',
  condition: 'Error responses, missing responses or closed connections: the figures do not describe normal work.',
  locates: 'exceptions and the code that sets the status: the line that throws, or that sets the status; without answers: the line at which requests wait',
  means: [
    'The check-up measured how fast the server refuses requests. No other finding here describes its normal work.',
    '404 means a wrong path, 401 and 403 a missing login, 429 and 503 a limit of the server, 500 an error in the server. No answer means that the server closed the connection, or never replied.'
  ],
  next: [OTHER_PATH, LIMIT],
  advice ({ refusedShare, refusedWith: [most] }) {
    const isOfLimit = OF_LIMITS.includes(most?.status)
    if (refusedShare >= THRESHOLD) return isOfLimit ? { next: [LIMIT, OTHER_PATH] } : null
    return {
      means: [
        'Requests end without a response, or not at all. No other finding here describes normal work.',
        'The server closed the connection, or never responds: the code waits for something that does not come, or an exception ended the work of a request and nothing answered it.'
      ],
      next: [
        '`npx hot-path waits <server>` shows at which line requests wait, and for what.',
        'Look for something that requests hold while they wait for more of it (a connection, a place in a queue), for something that is not returned after an error, and for a promise that nothing settles.'
      ]
    }
  },
  looks: ['refusals', 'waits', 'cpu'],
  places (looks, window, options) {
    const found = refusing(looks, options)
    const waits = waiting(looks, window, options)
    // The status is set where an error arrives. If requests wait for long before, that is why they fail.
    const isWhy = isLate(window) && waits.some(({ share }) => share >= MOSTLY)
    return found.length === 0 || (isWhy && !/^throws/.test(found[0].why)) ? [...waits, ...found] : found
  },
  judge (window) {
    const { refusedShare, unansweredShare, timeouts, stuck, refusedWith } = window
    const refuses = refusedShare >= THRESHOLD
    const drops = leavesUnanswered(window)
    if (!refuses && !drops) return null
    const failed = refusedWith.reduce((sum, { count }) => sum + count, 0)
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
          what: `${status ? `status ${status}${said ? ` ("${said}")` : ''}` : 'connection closed by the server'}, share of the failed requests of the profiling pass`,
          value: count / failed,
          unit: /** @type {const} */ ('share')
        })),
        { what: 'requests without an answer, share of all requests', value: unansweredShare, unit: 'share', threshold: UNANSWERED, why },
        { what: 'requests that timed out', value: timeouts },
        { what: 'connections without an answer for half of the load or longer', value: stuck }
      ]
    }
  }
}
