'use strict'

const { computing } = require('../../source/locations')
const { full } = require('../conditions')

const SATURATED = ' The main thread is saturated, but no function of the server takes half of its time.'

/**
 * @type {Omit<import('../../types/checkup').Judge, 'judge'> & { judge: (window:
 *   import('../../types/checkup').AnalysisWindow) =>
 *   Omit<import('../../types/checkup').Finding, 'name'> }}
 */
module.exports = {
  name: 'healthy',
  placesTitle: 'Most time goes to these lines:',
  condition: 'No other finding applies.',
  locates: 'CPU profile and sampled requests: where time goes',
  means: [
    'Under this load, on this path, the check-up detects no problem. The server may still be slower than it could be.'
  ],
  next: [
    '`npx hot-path flame <server>` shows which functions take most of the time; `npx hot-path compare` shows whether a change makes the server faster.'
  ],
  looks: ['cpu', 'waits'],
  places: (looks, _, options) => computing(looks, options),
  judge (window) {
    const { throughput, latencyMs, loopUtilization, longestBlockMs, blockedMsPerRequest, gcShare, costGrowth } = window
    return {
      sentence: `No problem found.${window.busyWith && full(window) ? SATURATED : ''}`,
      evidence: [
        { what: 'throughput', value: throughput, unit: 'req/s' },
        { what: 'p99 latency', value: latencyMs.p99, unit: 'ms' },
        { what: 'event-loop utilisation', value: loopUtilization, unit: 'share' },
        ...busyText(window),
        { what: 'main-thread busy time per request, without garbage collection', value: blockedMsPerRequest, unit: 'ms' },
        { what: 'longest time that the event loop was blocked', value: longestBlockMs, unit: 'ms' },
        { what: 'garbage collection, share of main-thread busy time', value: gcShare, unit: 'share' },
        { what: 'growth of CPU per request, from the first to the last third of requests', value: costGrowth.estimate, unit: 'times' }
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
  const of = 'share of main-thread busy time (CPU profile)'
  return [
    { what: `Node.js and networking, which a bare server also needs, ${of}`, value: busyWith.node, unit: 'share' },
    { what: `Node's own HTTP clients, ${of}`, value: busyWith.client, unit: 'share' },
    { what: `framework, ${of}`, value: busyWith.framework, unit: 'share' },
    { what: `server's own code, ${of}`, value: busyWith.own, unit: 'share' },
    { what: `garbage collection, ${of}`, value: busyWith.garbageCollector, unit: 'share' }
  ]
}
