'use strict'

const { AT_REST, NO_GENERATOR, blocked, blockedShare, full, isInSynchronousCalls, isNowAndThen, mostlyAsks } = require('../conditions')
const { computing, polling } = require('../../source/locations')

const THRESHOLD = 0.5
const BLOCKED_MS = 2
// Most of the busy time. The largest share of own code in a dozen healthy servers is 0.37.
const OWN = 0.5
const MOSTLY_REFUSED = 0.5
// Two healthy GraphQL servers spend half of their time in packages, and 0.1 ms per request.
const PACKAGES_MS = 0.5
// A function that takes less of the time under load is hardly the background work.
const MOST_OF_LOAD = 1 / 3
// Open resources of one kind; with more, they may be the background work.
const MANY = 100

const OF_PROGRAM = {
  means: ['One thread runs all JavaScript. While it computes, nothing else happens.'],
  next: [
    '`npx hot-path cpu-profile <server>` lists the hottest functions.',
    'Use a better algorithm, or split the work between worker threads. If loading modules (`require`) takes the time, load each when it is needed.'
  ]
}

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'event-loop',
  condition: "The event loop is blocked while the main thread computes; or the loop is saturated, and the server's own code takes half of the time or more; or the server is busy without requests.",
  locates: 'CPU profile: the function and line that compute; sampled requests: the line that starts asynchronous work of a package',
  means: [
    'One thread runs all JavaScript. While it computes for one request, all others wait.'
  ],
  next: [
    '`npx hot-path cpu-profile <server>` lists the hottest functions; `npx hot-path flame <server>` draws a flame graph.',
    'Use a better algorithm, cache the result, or move the work to a worker thread.'
  ],
  advice: ({ driver }) => (driver === NO_GENERATOR ? OF_PROGRAM : null),
  looks: ['cpu', 'waits'],
  places (looks, window, options) {
    if (!isBusyAtRest(window)) return computing(looks, options)
    // The profile was taken under load, so it also shows the work for requests.
    const found = computing({ ...looks, waits: undefined }, options).filter(({ share }) => share >= MOST_OF_LOAD)
    return found.length === 0 && window.resources.StatWatcher >= MANY ? polling(looks, options) : found
  },
  judge (window) {
    if (isBusyAtRest(window)) return busyAtRest(window)
    const found = blocked(window, {
      thresholdMs: BLOCKED_MS,
      why: 'At 2 ms per request, one core serves at most 500 requests per second.'
    })
    // Upstream requests and connections are a case for findings/waiting.js.
    if (mostlyAsks(window)) return null
    if (isInSynchronousCalls(window) || (found && blockedShare(window) >= THRESHOLD)) return null
    if (!found) return fullOfOwnCode(window)
    if (isNowAndThen(window, found)) return null
    return {
      sentence: 'The main thread computes, and every other request waits for it.',
      explainable: found.explainable,
      evidence: [
        ...found.evidence,
        { what: 'event-loop utilisation', value: window.loopUtilization, unit: 'share' },
        { what: 'CPU of the main thread', value: window.mainCpuShare, unit: 'cores' }
      ]
    }
  }
}

/** @param {import('../../types/checkup').AnalysisWindow} window */
function isBusyAtRest ({ restCpuShare }) {
  return restCpuShare >= AT_REST
}

/**
 * @param {import('../../types/checkup').AnalysisWindow} window
 * @returns {ReturnType<import('../../types/checkup').Judge['judge']>}
 */
function busyAtRest ({ restCpuShare, loopUtilization, resources }) {
  return {
    sentence: 'The server is busy even without requests: timers, polling or other background work.',
    evidence: [
      {
        what: 'CPU of the process without load',
        value: restCpuShare,
        unit: 'cores',
        threshold: AT_REST,
        why: 'A server without requests needs hardly any CPU time.'
      },
      { what: 'event-loop utilisation', value: loopUtilization, unit: 'share' },
      ...Object.entries(resources)
        .filter(([, count]) => count >= MANY)
        .map(([name, count]) => ({ what: `open ${name} resources`, value: count }))
    ]
  }
}

/**
 * Judges a saturated loop by the code that saturates it, even if each request is cheap: it limits the throughput.
 *
 * @param {import('../../types/checkup').AnalysisWindow} window
 * @returns {ReturnType<import('../../types/checkup').Judge['judge']>}
 */
function fullOfOwnCode (window) {
  const { busyWith, packageShare, largestShare, blockedMsPerRequest, mainCpuShare, refusedShare } = window
  const isFull = full(window)
  // How fast a server refuses requests says nothing about its work.
  if (!busyWith || !isFull || refusedShare >= MOSTLY_REFUSED) return null
  const [found] = [
    {
      sentence: 'The main thread is saturated, and one function of the server takes most of its time.',
      what: 'one function of the server, with what it calls, share of main-thread busy time',
      value: largestShare
    },
    {
      sentence: "The main thread is saturated, and the server's own code, with what it calls, takes most of its time.",
      what: "server's own code, share of main-thread busy time",
      value: busyWith.own
    },
    {
      sentence: "The main thread is saturated, and the server's code and packages take most of its time.",
      what: "server's own code and packages, share of main-thread busy time",
      value: blockedMsPerRequest >= PACKAGES_MS ? busyWith.own + packageShare : 0
    }
  ].filter(({ value }) => value >= OWN)
  if (!found) return null
  return {
    sentence: found.sentence,
    evidence: [
      {
        what: found.what,
        value: found.value,
        unit: 'share',
        threshold: OWN,
        why: 'Without this code, the server could serve at least twice as many requests.'
      },
      isFull,
      { what: 'main-thread busy time per request, without garbage collection', value: blockedMsPerRequest, unit: 'ms' },
      { what: 'CPU of the main thread', value: mainCpuShare, unit: 'cores' }
    ]
  }
}
