'use strict'

const { producing } = require('../../source/locations')

const OF_THREAD = 0.15
const OF_TIME = 0.1
// Below this share, something else occupies the loop, and garbage collection is a secondary finding.
const MAIN_THING = 0.3

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'gc',
  condition: "Garbage collection takes much of the main thread's time.",
  locates: "V8's heap profiler: the function that allocates, with bytes per request",
  means: [
    'The program makes objects faster than they can be cleared away cheaply. Objects that live for a while and are dropped then cost most.'
  ],
  next: [
    '`npx hot-path heap <server>` shows which lines allocate, and how much for each request.',
    'Make fewer objects: no copies of large structures for each request, no parsing of what was parsed before. If many objects live for about as long as a request, a larger young generation helps: `--max-semi-space-size=64`. `node --trace-gc <server>` shows each collection.'
  ],
  looks: ['allocations', 'cpu'],
  places: (looks, _, options) => producing(looks, options),
  judge ({ gcShare: pausedShare, runQueueShare, loopUtilization }) {
    // A collection waits for its helper threads. Under CPU contention they wait for cores, and it seems to take longer.
    const gcShare = pausedShare * Math.max(0, 1 - runQueueShare)
    if (!(gcShare >= OF_THREAD && gcShare * loopUtilization >= OF_TIME)) return null
    return {
      // The share without correction: CPU contention delays the thread's other work as much as collections.
      aside: pausedShare < MAIN_THING,
      sentence: 'The main thread spends much of its time collecting garbage.',
      evidence: [
        {
          what: 'of the time that the main thread was busy, it collected garbage',
          value: gcShare,
          unit: 'share',
          threshold: OF_THREAD,
          why: 'Our healthy servers spend less, except those with hundreds of connections.'
        },
        {
          what: 'of all time, the main thread collected garbage',
          value: gcShare * loopUtilization,
          unit: 'share',
          threshold: OF_TIME,
          why: 'A server with time to spare may spend it on garbage collection.'
        }
      ]
    }
  }
}
