'use strict'

const { producing } = require('../../source/heap/lines')

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
    'The program creates objects faster than they can be collected cheaply. Objects that live for a while before they become garbage cost most.'
  ],
  next: [
    '`npx hot-path heap <server>` shows which lines allocate memory, and how many bytes per request.',
    'Create fewer objects: do not copy large structures or parse the same data for each request. If many objects live about as long as a request, a larger young generation helps: `--max-semi-space-size=64`. `node --trace-gc <server>` prints each collection.'
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
          what: 'garbage collection, share of main-thread busy time',
          value: gcShare,
          unit: 'share',
          threshold: OF_THREAD,
          why: 'The healthy servers in our tests spend less, except with hundreds of connections.'
        },
        {
          what: 'garbage collection, share of all time',
          value: gcShare * loopUtilization,
          unit: 'share',
          threshold: OF_TIME,
          why: 'A mostly idle server can afford garbage collection.'
        }
      ]
    }
  }
}
