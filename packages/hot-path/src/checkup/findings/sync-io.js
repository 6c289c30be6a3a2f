'use strict'

const { computing } = require('../../source/locations')
const { nodePoolShare, WORKER } = require('../../source/wait-lines')
const { blocked, blockedShare, full, isInSynchronousCalls, mostlyAsks } = require('../conditions')

const THRESHOLD = 0.5
// More than the kernel takes to send an answer.
const BLOCKED_MS = 0.2
// Share of the main thread's busy time.
const RARE = 0.1
// Share of all cores. If other threads use so much, the main thread waits for what they hold, or until they start.
const SATURATED = 0.8
const SHARE = /** @type {const} */ ('share')

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'sync-io',
  condition: 'The event loop is blocked while the main thread does not compute; or the loop is saturated, and synchronous calls take half of the time or more.',
  locates: 'CPU profile: the line that makes the synchronous call',
  means: [
    'A synchronous call blocks the event loop: a file read with `readFileSync`, a program run with `execSync`, a lock. Until it returns, the server answers no requests.'
  ],
  next: [
    '`npx hot-path cpu-profile <server>` shows which function makes the blocking call.',
    'Use the asynchronous version of the call, or make the call once at start and keep the result. `node --trace-sync-io <server>` prints a stack for each synchronous call after the first turn of the event loop.'
  ],
  looks: ['cpu', 'waits'], // waits: the kernel may work for upstream requests
  places: (looks, _, options) => computing(looks, options),
  judge (window) {
    const found = blocked(window, {
      thresholdMs: BLOCKED_MS,
      why: 'The kernel needs less time than this to send a response.'
    }) ?? fullOfCalls(window)
    const isSynchronous = isInSynchronousCalls(window)
    // The kernel works for many upstream requests, which are asynchronous: a case for findings/waiting.js.
    if (mostlyAsks(window) && !isSynchronous) return null
    if (!found || !(isSynchronous || blockedShare(window) >= THRESHOLD)) return null
    return {
      sentence: isSynchronous
        ? 'The event loop is blocked: the main thread spends most of its time in synchronous calls.'
        : 'The event loop is blocked, although little JavaScript runs: the main thread waits for a synchronous call.',
      explainable: found.explainable,
      aside: !isSynchronous && isForThreads(window),
      evidence: [
        ...(isSynchronous
          ? [
              {
                what: 'synchronous calls, share of main-thread busy time',
                value: window.busyWith?.synchronousCalls ?? null,
                unit: SHARE
              }
            ]
          : []),
        {
          what: 'not computing (asleep or in the kernel), share of main-thread busy time',
          value: blockedShare(window),
          unit: SHARE,
          threshold: THRESHOLD,
          why: 'From this share on, the thread waits for longer than it computes.'
        },
        {
          what: 'kernel work (system CPU), share of main-thread busy time',
          value: window.systemShare,
          unit: SHARE
        },
        ...found.evidence
      ]
    }
  }
}

/**
 * Judges a saturated loop by the calls that saturate it, even if each call is short, and also without requests.
 *
 * @param {import('../../types/checkup').AnalysisWindow} window
 * @returns {Pick<NonNullable<ReturnType<typeof blocked>>, 'evidence' | 'explainable'> | null}
 */
function fullOfCalls (window) {
  const evidence = isInSynchronousCalls(window) ? full(window) : null
  return evidence && { explainable: false, evidence: [evidence] }
}

/**
 * @param {import('../../types/checkup').AnalysisWindow} window
 * @returns {boolean} whether the kernel's work for the main thread is the memory that other threads need, or these
 *   threads themselves: there are hardly any synchronous calls, and requests wait for the threads, or these use all
 *   cores
 */
function isForThreads ({ busyWith, waitShares, otherThreadsShare, cores }) {
  const share = nodePoolShare(waitShares) + (waitShares?.[WORKER] ?? 0)
  const areFull = otherThreadsShare >= SATURATED * cores
  return busyWith !== null && busyWith.synchronousCalls < RARE && (share >= THRESHOLD || areFull)
}
