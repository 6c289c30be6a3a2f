'use strict'

// The longest block of healthy servers in the studies is 52 ms, and 63 ms beside busy programs. A virtual machine may
// be paused for longer.
const THRESHOLD_MS = 500

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'stalls',
  condition: 'Stalls: the event loop was blocked for 500 ms or longer at least once, and no other finding explains it.',
  means: [
    'The event loop is free for most of the time, but was blocked once or a few times for long. All requests that arrived meanwhile waited: this shows in p99 and maximum latency, and not in the median.'
  ],
  next: [
    '`npx hot-path attach <pid> stalls --duration=600` watches a running server, and reports the line of each stall.',
    'Usual causes: a large file or JSON text, a report computed at once, a rare slow regular expression, a synchronous call, or garbage collection of a large heap.'
  ],
  judge ({ longestBlockMs, blocksMs, latencyMs }) {
    if (!(longestBlockMs >= THRESHOLD_MS)) return null
    return {
      sentence: 'The event loop stalls: it was blocked for half a second or longer.',
      evidence: [
        {
          what: 'longest time that the event loop was blocked',
          value: longestBlockMs,
          unit: 'ms',
          threshold: THRESHOLD_MS,
          why: 'Users notice a tenth of a second.'
        },
        { what: 'such blocks', value: blocksMs.filter((ms) => ms >= THRESHOLD_MS).length },
        { what: 'median latency', value: latencyMs.p50, unit: 'ms' },
        { what: 'maximum latency', value: latencyMs.max, unit: 'ms' }
      ]
    }
  }
}
