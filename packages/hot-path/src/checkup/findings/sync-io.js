'use strict'

const { computing, nodePoolShare } = require('../../source/locations')
const { blocked, blockedShare, full, isInSynchronousCalls } = require('../conditions')

const THRESHOLD = 0.5
// More than the kernel takes to send an answer.
const BLOCKED_MS = 0.2
// Share of the main thread's busy time.
const RARE = 0.1
const SHARE = /** @type {const} */ ('share')

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'sync-io',
  condition: 'The event loop is blocked while the main thread does not compute; or the loop is saturated, and synchronous calls take half of the time or more.',
  locates: 'CPU profile: the line that makes the synchronous call',
  means: [
    'A synchronous call blocks the event loop: a file read with `readFileSync`, a program run with `execSync`, a lock. The thread sleeps, or the kernel works for it, and nobody is served.'
  ],
  next: [
    '`npx hot-path cpu-profile <server>` shows which function calls what blocks.',
    'Use the asynchronous twin of the call, or do it once at start and keep the result. `node --trace-sync-io <server>` prints a stack for each synchronous call after the first turn of the event loop.'
  ],
  looks: ['cpu'],
  places: (looks, _, options) => computing(looks, options),
  judge (window) {
    const found = blocked(window, {
      thresholdMs: BLOCKED_MS,
      why: 'A thread that has work and does not compute wastes all of that time.'
    }) ?? fullOfCalls(window)
    const isSynchronous = isInSynchronousCalls(window)
    if (!found || !(isSynchronous || blockedShare(window) >= THRESHOLD)) return null
    return {
      sentence: isSynchronous
        ? 'The event loop is blocked: most of the time of the main thread goes into synchronous calls.'
        : 'The event loop is blocked, but JavaScript hardly computes: the main thread waits for a synchronous call.',
      explainable: found.explainable,
      aside: !isSynchronous && isForPool(window),
      evidence: [
        ...(isSynchronous
          ? [
              {
                what: 'of the time that the main thread was busy, it was in synchronous calls',
                value: window.busyWith?.synchronousCalls ?? null,
                unit: SHARE
              }
            ]
          : []),
        {
          what: 'of the time that the main thread was busy, no JavaScript computed',
          value: blockedShare(window),
          unit: SHARE,
          threshold: THRESHOLD,
          why: 'For the larger part of that time the thread slept, or the kernel worked for it.'
        },
        {
          what: 'of the time that the main thread was busy, the kernel worked for it',
          value: window.systemShare,
          unit: SHARE
        },
        ...found.evidence
      ]
    }
  }
}

/**
 * Judges a saturated loop by what fills it, however short each call is, and also without requests.
 *
 * @param {import('../../types/checkup').AnalysisWindow} window
 * @returns {ReturnType<typeof blocked>}
 */
function fullOfCalls (window) {
  const evidence = isInSynchronousCalls(window) ? full(window) : null
  return evidence && { explainable: false, evidence: [evidence] }
}

/**
 * @param {import('../../types/checkup').AnalysisWindow} window
 * @returns {boolean} whether the kernel's work for the main thread is the memory that thread-pool tasks need: there are
 *   hardly any synchronous calls, and requests wait for the pool
 */
function isForPool ({ busyWith, waitShares }) {
  return busyWith !== null && busyWith.synchronousCalls < RARE && nodePoolShare(waitShares) >= THRESHOLD
}
