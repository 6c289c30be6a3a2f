'use strict'

const { LONG_MS, blocked, isNowAndThen } = require('../conditions')
const { stalling } = require('../../source/locations')

// The longest block of healthy servers in the studies is 52 ms, and 63 ms beside busy programs. A virtual machine may
// be paused for longer.
const THRESHOLD_MS = 500
// Blocks by each request are a case for findings/event-loop.js.
const NEVER = { thresholdMs: Infinity, why: '' }

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'stalls',
  condition: 'Stalls: the event loop was blocked for 500 ms or longer at least once; or in a tenth of the time for more than 100 ms each, although it is mostly free. No other finding explains it.',
  locates: 'CPU profile: the function and line that run during a long block, if one happens meanwhile',
  means: [
    'The event loop is free for most of the time, but was blocked once or a few times for long. All requests that arrived meanwhile waited: this shows in p99 and maximum latency, and not in the median.'
  ],
  next: [
    '`npx hot-path attach <pid> stalls --duration=600` watches a running server, and reports the line of each stall.',
    'Usual causes: a large file or JSON text, a report computed at once, a rare slow regular expression, a synchronous call, or garbage collection of a large heap.'
  ],
  looks: ['cpu'],
  places: (looks, window, options) => stalling(looks, LONG_MS, options),
  judge (window) {
    const { longestBlockMs, blocksMs, latencyMs } = window
    const found = blocked(window, NEVER)
    const isOften = found !== null && isNowAndThen(window, found)
    if (!(longestBlockMs >= THRESHOLD_MS) && !isOften) return null
    const leastMs = isOften ? LONG_MS : THRESHOLD_MS
    return {
      sentence: isOften
        ? 'The event loop stalls: it is mostly free, but now and then blocked for long.'
        : 'The event loop stalls: it was blocked for half a second or longer.',
      evidence: [
        {
          what: 'longest time that the event loop was blocked',
          value: longestBlockMs,
          unit: 'ms',
          threshold: leastMs,
          why: 'Users notice a tenth of a second.'
        },
        { what: 'such blocks', value: blocksMs.filter((ms) => ms >= leastMs).length },
        ...(isOften ? found.evidence.slice(1) : []),
        { what: 'median latency', value: latencyMs.p50, unit: 'ms' },
        { what: 'maximum latency', value: latencyMs.max, unit: 'ms' }
      ]
    }
  }
}
