'use strict'

/** @type {{ name: string, judge: (stretch: import('../records').Stretch) => Omit<import('../records').Finding, 'name'> }} */
module.exports = {
  name: 'healthy',
  judge ({ throughput, latencyMs, loopUtilization, longestBlockMs, heldMsPerRequest, gcShare, costGrowth }) {
    return {
      sentence: 'No fault found.',
      evidence: [
        { what: 'throughput (req/s)', value: throughput },
        { what: 'p99 latency (ms)', value: latencyMs.p99 },
        { what: 'event-loop utilisation', value: loopUtilization },
        { what: 'main thread for each request (ms)', value: heldMsPerRequest },
        { what: 'longest time that the event loop was held (ms)', value: longestBlockMs },
        { what: "garbage collection, share of the main thread's busy time", value: gcShare },
        { what: 'CPU for a request, last third over first by the trend of all', value: costGrowth.estimate }
      ]
    }
  }
}
