'use strict'

const { looksAtBusy } = require('../conditions')
const { computing } = require('../../source/locations')

/**
 * @type {Omit<import('../../types/checkup').Judge, 'judge'> & { judge: (window:
 *   import('../../types/checkup').AnalysisWindow) =>
 *   Omit<import('../../types/checkup').Finding, 'name'> }}
 */
module.exports = {
  name: 'healthy',
  condition: 'None of the above.',
  locates: 'CPU profile; sampled requests if the server has upstreams: where time goes',
  means: [
    'Under this load, on this path, the server does its work and nothing piles up. That it could be faster is another question.'
  ],
  next: [
    '`npx hot-path flame <server>` shows what most of the time is spent on; `npx hot-path compare` shows whether a change pays.'
  ],
  looks: looksAtBusy,
  places: (looks, _, options) => computing(looks, options),
  judge (window) {
    const { throughput, latencyMs, loopUtilization, longestBlockMs, blockedMsPerRequest, gcShare, costGrowth } = window
    return {
      sentence: 'No problem found.',
      evidence: [
        { what: 'throughput', value: throughput, unit: 'req/s' },
        { what: 'p99 latency', value: latencyMs.p99, unit: 'ms' },
        { what: 'event-loop utilisation', value: loopUtilization, unit: 'share' },
        ...busyText(window),
        { what: 'time that each request keeps the main thread busy', value: blockedMsPerRequest, unit: 'ms' },
        { what: 'longest time that the event loop was blocked', value: longestBlockMs, unit: 'ms' },
        { what: 'of the time that the main thread was busy, it collected garbage', value: gcShare, unit: 'share' },
        { what: 'CPU per request at the end, compared with the beginning', value: costGrowth.estimate, unit: 'times' }
      ]
    }
  }
}

/**
 * @param {import('../../types/checkup').AnalysisWindow} window
 * @returns {import('../../types/checkup').Evidence[]} what the main thread was busy with; empty without a CPU profile
 */
function busyText ({ busyWith }) {
  if (!busyWith) return []
  const of = 'of the time that the main thread was busy'
  return [
    { what: `${of}: Node and the network; so much a bare server would take`, value: busyWith.node, unit: 'share' },
    { what: `${of}: Node's own clients, which ask others`, value: busyWith.client, unit: 'share' },
    { what: `${of}: the framework`, value: busyWith.framework, unit: 'share' },
    { what: `${of}: the server's own code`, value: busyWith.own, unit: 'share' },
    { what: `${of}: garbage collection`, value: busyWith.garbageCollector, unit: 'share' }
  ]
}
