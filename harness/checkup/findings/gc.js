'use strict'

const OF_THREAD = 0.15
const OF_TIME = 0.1
// Below that, what holds the loop is something else, and this comes with it.
const MAIN_THING = 0.3

/** @type {import('../records').Judge} */
module.exports = {
  name: 'gc',
  judge ({ gcShare: pausedShare, inLineShare, loopUtilization }) {
    // A collection has helpers, and waits for them: where all stand in line for a core, it seems to take longer.
    const gcShare = pausedShare * Math.max(0, 1 - inLineShare)
    if (!(gcShare >= OF_THREAD && gcShare * loopUtilization >= OF_TIME)) return null
    return {
      aside: gcShare < MAIN_THING,
      sentence: 'The main thread spends much of its time collecting garbage.',
      evidence: [
        { what: "share of the main thread's busy time", value: gcShare, limit: OF_THREAD, why: 'Servers of ours that are well spend less, but for those with hundreds of connections.' },
        { what: 'share of all time', value: gcShare * loopUtilization, limit: OF_TIME, why: 'A server with time to spare may spend it so.' }
      ]
    }
  }
}
