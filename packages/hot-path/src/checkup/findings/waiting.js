'use strict'

const { askingShare } = require('../conditions')
const { waiting } = require('../../source/locations')

const LOOP = 0.8
const CPU = 0.9
const GENERATOR = 0.8
const SLOW_MS = 10
// Share of the main thread's busy time. A server that forwards requests sends one upstream request for each.
const ASKING = 0.3
// Connections opened per request. A connection that stays open serves thousands of requests.
const OPENED = 0.5

/** @typedef {import('../../types/checkup').AnalysisWindow} AnalysisWindow */
/** @typedef {import('../../types/checkup').Evidence} Evidence */

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'waiting',
  condition: 'Everything has time, and responses take long; or each request sends sequential upstream requests whose sending saturates the loop.',
  locates: 'sampled requests (`async_hooks`): the line that waits, for what, and whether it queues',
  means: [
    'Something outside is slow, or asked too slowly: a database, another service, a lock, a timer, a pool of connections that is too small.'
  ],
  next: [
    '`npx hot-path waits <server>` shows for which line requests wait, for how long, and whether they wait in a queue.',
    'Ask in parallel instead of one after another; keep connections open; give the pool of connections the size of the load.'
  ],
  // The work that requests wait for may be done by worker threads, so profile their CPU, too.
  looks: ({ threads }) => (threads > 0 ? ['waits', 'cpu'] : ['waits']),
  places: waiting,
  judge (window) {
    const slow = slowness(window)
    const found = slow && (idle(window) ?? connecting(window) ?? askingInTurn(window))
    if (!found) return null
    return {
      sentence: found.sentence,
      explainable: true,
      evidence: [
        slow,
        ...found.evidence,
        ...openedText(window),
        ...openText(window)
      ]
    }
  }
}

/**
 * Falls back to the mean: if a server answers most requests at once and delays the others, the median is fast. The mean
 * is what a connection waits.
 *
 * @param {AnalysisWindow} window
 * @returns {Evidence | null}
 */
function slowness ({ latencyMs: { mean, p50 } }) {
  if (p50 >= SLOW_MS) {
    return { what: 'median latency', value: p50, unit: 'ms', threshold: SLOW_MS, why: 'Less than that is fast.' }
  }
  if (!(mean >= SLOW_MS)) return null
  const why = 'The median is fast, and some requests wait for so long that the mean is not.'
  return { what: 'mean latency', value: mean, unit: 'ms', threshold: SLOW_MS, why }
}

/**
 * @param {AnalysisWindow} window
 * @returns {{ sentence: string, evidence: Evidence[] } | null}
 */
function idle ({ loopUtilization, cpuShare, generatorUtilization }) {
  if (!(loopUtilization < LOOP && cpuShare < CPU && generatorUtilization < GENERATOR)) return null
  return {
    sentence: 'The server waits: nobody is busy, neither the server nor who puts the load on, and answers still take long.',
    evidence: [
      {
        what: 'event-loop utilisation',
        value: loopUtilization,
        unit: 'share',
        threshold: LOOP,
        why: 'Below this, the event loop has time to spare.'
      },
      {
        what: 'CPU of the process',
        value: cpuShare,
        unit: 'cores',
        threshold: CPU,
        why: 'Below this, the process does not fill one core.'
      }
    ]
  }
}

/**
 * Opening connections also takes main-thread time, and saturates the thread before much of the wait shows.
 *
 * @param {AnalysisWindow} window
 * @returns {{ sentence: string, evidence: Evidence[] } | null}
 */
function connecting ({ opensPerRequest, loopUtilization }) {
  if (!(opensPerRequest !== null && opensPerRequest >= OPENED)) return null
  return {
    sentence: 'Each request opens a connection of its own to another server, and waits until it is there.',
    evidence: [{ what: 'event-loop utilisation', value: loopUtilization, unit: 'share' }]
  }
}

/**
 * @param {AnalysisWindow} window
 * @returns {Evidence[]} empty if connections stay open
 */
function openedText ({ opensPerRequest }) {
  if (!(opensPerRequest !== null && opensPerRequest >= OPENED)) return []
  const why = 'A connection that stays open serves thousands of requests.'
  return [{ what: 'connections to others opened for each request', value: opensPerRequest, threshold: OPENED, why }]
}

/**
 * Upstream requests also take main-thread time. Sequential ones can saturate the thread although requests mostly wait.
 *
 * @param {AnalysisWindow} window
 * @returns {{ sentence: string, evidence: Evidence[] } | null}
 */
function askingInTurn (window) {
  const { asksInTurn, loopUtilization } = window
  const asking = askingShare(window)
  if (!asksInTurn || !(asking >= ASKING)) return null
  return {
    sentence: 'Each request asks others several times, one after another, and the asking keeps the main thread busy.',
    evidence: [
      { what: 'times that a request asks, one after another', value: asksInTurn },
      {
        what: 'of the time that the main thread was busy, it asked others',
        value: asking,
        unit: 'share',
        threshold: ASKING,
        why: 'A server that asks others once for each request spends less on it than on serving.'
      },
      { what: 'event-loop utilisation', value: loopUtilization, unit: 'share' }
    ]
  }
}

/**
 * @param {AnalysisWindow} window
 * @returns {Evidence[]} connections to other servers, and open resources
 */
function openText ({ connectionsTo, resources }) {
  return [
    ...connectionsTo.flatMap(({ address, count, busy }) => [
      { what: `connections to ${address} at most`, value: count },
      { what: 'of them busy, on average', value: busy }
    ]),
    ...Object.entries(resources).map(([name, count]) => ({ what: `${name} open`, value: count }))
  ]
}
