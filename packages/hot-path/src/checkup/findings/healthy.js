'use strict'

/**
 * @type {{ name: string, judge: (window: import('../records').AnalysisWindow) => Omit<import('../records').Finding,
 *   'name'> }}
 */
module.exports = {
  name: 'healthy',
  judge ({ throughput, latencyMs, loopUtilization, longestBlockMs, blockedMsPerRequest, gcShare, costGrowth }) {
    return {
      sentence: 'No problem found.',
      evidence: [
        { what: 'throughput', value: throughput, unit: 'req/s' },
        { what: 'p99 latency', value: latencyMs.p99, unit: 'ms' },
        { what: 'event-loop utilisation', value: loopUtilization, unit: 'share' },
        { what: 'time that each request keeps the main thread busy', value: blockedMsPerRequest, unit: 'ms' },
        { what: 'longest time that the event loop was blocked', value: longestBlockMs, unit: 'ms' },
        { what: 'of the time that the main thread was busy, it collected garbage', value: gcShare, unit: 'share' },
        { what: 'CPU per request at the end, compared with the beginning', value: costGrowth.estimate, unit: 'times' }
      ]
    }
  }
}
