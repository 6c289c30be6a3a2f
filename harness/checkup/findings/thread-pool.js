'use strict'

const LOOP = 0.8
const OTHERS = 0.5

/** @type {import('../records').Judge} */
module.exports = {
  name: 'thread-pool',
  judge ({ loopUtilization: byTheClock, inLineShare, otherThreadsShare, mainCpuShare, poolRequests, poolSize, latencyMs }) {
    const loopUtilization = byTheClock * (1 - inLineShare)
    if (!(loopUtilization < LOOP)) return null
    const computes = otherThreadsShare >= OTHERS && otherThreadsShare > mainCpuShare
    const queues = poolRequests > poolSize
    if (!computes && !queues) return null
    return {
      sentence: 'The event loop has time, the other threads of the process do not: work queues for the thread pool.',
      evidence: [
        { what: 'event-loop utilisation, without time in line for a core', value: loopUtilization, limit: LOOP, why: 'The loop is not what requests wait for.' },
        { what: 'CPU of the other threads (cores)', value: otherThreadsShare, limit: OTHERS, why: "V8's own helpers take less." },
        { what: 'files and DNS lookups under way (median; of crypto and zlib, Node does not tell)', value: poolRequests, limit: poolSize, why: 'As many threads as the pool has. More than that is a queue.' },
        { what: 'median latency (ms)', value: latencyMs.p50 }
      ]
    }
  }
}
