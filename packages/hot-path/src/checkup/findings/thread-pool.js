'use strict'

const LOOP = 0.8
const OTHERS = 0.5

/** @type {import('../records').Judge} */
module.exports = {
  name: 'thread-pool',
  judge ({
    loopUtilization: byTheClock,
    runQueueShare,
    otherThreadsShare,
    mainCpuShare,
    poolRequests,
    poolSize,
    latencyMs
  }) {
    const loopUtilization = byTheClock * (1 - runQueueShare)
    if (!(loopUtilization < LOOP)) return null
    const computes = otherThreadsShare >= OTHERS && otherThreadsShare > mainCpuShare
    const queues = poolRequests > poolSize
    if (!computes && !queues) return null
    return {
      sentence: 'The event loop has time to spare, and the other threads have none: work queues for the thread pool.',
      explainable: !computes,
      evidence: [
        {
          what: 'event-loop utilisation, without the time that the main thread waited for a core',
          value: loopUtilization,
          unit: 'share',
          threshold: LOOP,
          why: 'Below this, the event loop is not what requests wait for.'
        },
        {
          what: 'CPU of the other threads',
          value: otherThreadsShare,
          unit: 'cores',
          threshold: OTHERS,
          why: "V8's own helper threads take less."
        },
        {
          what: 'file operations and DNS lookups were under way (median; Node does not tell of crypto and zlib)',
          value: poolRequests,
          threshold: poolSize,
          why: 'The pool has as many threads. More work than that is a queue.'
        },
        { what: 'median latency', value: latencyMs.p50, unit: 'ms' }
      ]
    }
  }
}
