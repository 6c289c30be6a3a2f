'use strict'

const { askingShare, leavesUnanswered, OPENED } = require('../conditions')
const { areBusy, areFew, waiting } = require('../../source/wait-lines')

const LOOP = 0.8
const CPU = 0.9
const GENERATOR = 0.8
const SLOW_MS = 10
const HALF = 0.5
// Share of the main thread's busy time. A server that forwards requests sends one upstream request for each.
const ASKING = 0.3

const FIND_LINE = '`npx hot-path waits <server>` shows at which line requests wait, for how long, and whether they wait in a queue.'
const NETWORK = 'network'
const SCARCE = 'scarce connections'
/** @type {Record<string, string>} by what requests wait for most */
const REMEDIES = {
  timer: 'Find what sets the timer: a retry after an error, a poll, a rate limit, a delay. Shorten it, or do without.',
  [SCARCE]: 'If requests wait for a free connection, allow more of them, or hold each one for a shorter time. A command that blocks needs a connection of its own.',
  other: 'A queue, pool or lock lets few requests through at a time: raise its limit, or shorten the work that holds a place in it.'
}

/** @typedef {import('../../types/checkup').AnalysisWindow} AnalysisWindow */
/** @typedef {import('../../types/checkup').Evidence} Evidence */

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'waiting',
  condition: 'Latency is high although neither the server nor the load generator is busy; or a single request takes long while the event loop is idle; or requests open their own upstream connections; or sending sequential upstream requests takes much of the main thread.',
  locates: 'sampled requests (`async_hooks`): the line that waits, for what, and whether it queues; or the line that creates the pool or queue',
  means: [
    'Requests wait for something outside the event loop: a database, another service, a lock, a timer, a connection pool that is too small.'
  ],
  next: [
    FIND_LINE,
    'Send upstream requests in parallel; keep connections open; make the connection pool large enough for the load; do not wait for what the response does not need (logs, mails).'
  ],
  advice ({ waitShares, connections, connectionsTo }) {
    const [[most, share] = ['', 0]] = Object.entries(waitShares ?? {}).sort((a, b) => b[1] - a[1])
    const isScarce = most === NETWORK && connectionsTo.some((to) => areBusy(to) && areFew(to, share * connections))
    const remedy = REMEDIES[isScarce ? SCARCE : most]
    return remedy ? { next: [FIND_LINE, remedy] } : null
  },
  // The CPU profile lists the functions, and worker threads, which may do the work that requests wait for.
  looks: ['waits', 'cpu'],
  places: waiting,
  judge (window) {
    // Requests without an answer are reported once, as refusing.
    const slow = leavesUnanswered(window) ? null : slowness(window)
    const found = slow && (idle(window) ?? connecting(window) ?? askingInTurn(window) ?? waitingAlone(window))
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
    return { what: 'median latency', value: p50, unit: 'ms', threshold: SLOW_MS, why: 'Lower latency counts as fast.' }
  }
  if (!(mean >= SLOW_MS)) return null
  const why = 'The median is low, but some requests wait for so long that the mean is high.'
  return { what: 'mean latency', value: mean, unit: 'ms', threshold: SLOW_MS, why }
}

/**
 * @param {AnalysisWindow} window
 * @returns {{ sentence: string, evidence: Evidence[] } | null}
 */
function idle ({ loopUtilization, cpuShare, generatorUtilization }) {
  if (!(loopUtilization < LOOP && cpuShare < CPU && generatorUtilization < GENERATOR)) return null
  return {
    sentence: 'Latency is high although neither the server nor the load generator is busy.',
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
        why: 'Below this, the process does not saturate one core.'
      }
    ]
  }
}

/**
 * Many waiting requests together can saturate the thread. A single one shows what each of them waits.
 *
 * @param {AnalysisWindow} window
 * @returns {{ sentence: string, evidence: Evidence[] } | null}
 */
function waitingAlone ({ alone }) {
  if (!alone || !(alone.medianMs >= SLOW_MS && alone.loopUtilization < HALF)) return null
  return {
    sentence: 'A request takes long even if it is the only one, and the event loop is idle meanwhile.',
    evidence: [
      {
        what: 'median latency with one connection',
        value: alone.medianMs,
        unit: 'ms',
        threshold: SLOW_MS,
        why: 'With one connection, no request waits for another.'
      },
      {
        what: 'event-loop utilisation with one connection',
        value: alone.loopUtilization,
        unit: 'share',
        threshold: HALF,
        why: 'Below this, a request spends most of its time waiting.'
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
    sentence: 'Requests open new connections to another server, and wait until these are established.',
    evidence: [{ what: 'event-loop utilisation', value: loopUtilization, unit: 'share' }]
  }
}

/**
 * @param {AnalysisWindow} window
 * @returns {Evidence[]} empty if connections stay open
 */
function openedText ({ opensPerRequest, lookupsPerRequest }) {
  if (!(opensPerRequest !== null && opensPerRequest >= OPENED)) return []
  const why = 'A connection that stays open serves thousands of requests.'
  return [
    { what: 'outgoing connections opened, per request', value: opensPerRequest, threshold: OPENED, why },
    ...(lookupsPerRequest ? [{ what: 'names looked up (`dns.lookup`), per request', value: lookupsPerRequest }] : [])
  ]
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
    sentence: 'Each request sends several upstream requests one after another, and sending them keeps the main thread busy.',
    evidence: [
      { what: 'sequential upstream requests, per request', value: asksInTurn },
      {
        what: 'upstream requests, share of main-thread busy time',
        value: asking,
        unit: 'share',
        threshold: ASKING,
        why: 'A server with one upstream request per request spends a smaller share on it.'
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
      { what: `open connections to ${address}, maximum`, value: count },
      { what: `busy connections to ${address}, average`, value: busy }
    ]),
    ...Object.entries(resources).map(([name, count]) => ({ what: `open ${name} resources`, value: count }))
  ]
}
