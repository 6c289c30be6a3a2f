'use strict'

// Findings of a check-up without load: the findings for servers that need no requests, and findings that apply only to
// programs. Pure.

const { findingsOf } = require('./findings')
const healthy = require('./findings/healthy')
const { LEAST_BYTES } = require('./program')

/** @typedef {import('../types/checkup').AnalysisWindow} AnalysisWindow */
/** @typedef {import('../types/checkup').Finding} Finding */
/** @typedef {import('./program').OfProgram} OfProgram */

// Satisfies the minimum in findings/not-enough-data.js, which is meant for servers.
const ENOUGH_REQUESTS = 5
// Share of the run time.
const MOSTLY = 0.5
// Growth in the last third of the time, as a share of that before. Pools and caches that fill up grow less and less.
const STEADY = 0.5
// CPU of the other threads, in cores. With less, the program may run one piece of work after another without a queue.
const SEVERAL = 1.5
const ALONE = ['not-enough-data', 'several-processes']

/** @type {Record<string, string>} sentences without requests, by finding */
const SENTENCES = {
  'not-enough-data': 'The program ended too early for a finding.',
  'event-loop': 'The program computes: its main thread is busy for most of the time.',
  healthy: 'No problem found. Problems that only requests can show were not checked.'
}

const SHARE = /** @type {const} */ ('share')
const BYTES = /** @type {const} */ ('bytes')

/**
 * @param {AnalysisWindow} window
 * @param {OfProgram} program
 * @returns {Finding[]} by severity; at least one
 */
function findingsWithoutLoad (window, program) {
  const judged = { ...window, busyWith: ofProgram(window), requests: Math.max(window.requests, ENOUGH_REQUESTS) }
  const isMeant = (/** @type {Finding} */ { name }) => (name === 'thread-pool' ? isPoolFull(window) : name !== healthy.name)
  const found = findingsOf(judged, { isProgram: true }).filter(isMeant)
  const own = [memoryGrowth(program), waiting(window, program)]
  const [growth, waits] = own.map((finding) => (finding ? [finding] : []))
  const alone = found.find(({ name }) => ALONE.includes(name))
  const all = alone ? [alone] : [...growth, ...found, ...waits]
  const told = all.length > 0 ? all : [{ name: healthy.name, ...healthy.judge(window) }]
  return told.map((finding) => ({
    ...finding,
    sentence: SENTENCES[finding.name] ?? finding.sentence,
    evidence: finding.evidence.filter(({ what, value }) => isTold(what, value, window))
  }))
}

/**
 * @param {AnalysisWindow} window
 * @returns {AnalysisWindow['busyWith']} of a program that serves no requests, no package is a framework
 */
function ofProgram ({ busyWith, requests }) {
  if (!busyWith || requests > 0) return busyWith
  return { ...busyWith, own: busyWith.own + busyWith.framework, framework: 0 }
}

/**
 * @param {string} what
 * @param {number | null} value
 * @param {AnalysisWindow} window
 */
function isTold (what, value, { requests }) {
  return Number.isFinite(value) && (requests > 0 || !/request|throughput/.test(what))
}

/**
 * Tests whether work queues for other threads. A program, unlike requests, may run one pool task after another.
 *
 * @param {AnalysisWindow} window
 */
function isPoolFull ({ poolRequests, poolSize, otherThreadsShare, workerThreads }) {
  const isWorkerBusy = workerThreads.some(({ cpuShare }) => cpuShare >= MOSTLY)
  return poolRequests > poolSize || otherThreadsShare >= SEVERAL || isWorkerBusy
}

/**
 * @param {OfProgram} program
 * @returns {Finding | null}
 */
function memoryGrowth ({ byItself, bytes: [first, second, last] }) {
  const gains = [second - first, last - second]
  const isSteady = gains[1] >= STEADY * gains[0]
  if (byItself || !isSteady || !gains.every((bytes) => bytes >= LEAST_BYTES)) return null
  return {
    name: 'memory-growth',
    sentence: 'Memory grows while the program runs, and no garbage collection frees it.',
    evidence: gains.map((value, i) => ({
      what: `growth of memory in use in the ${['second', 'last'][i]} third of the time, after garbage collection`,
      value,
      unit: BYTES,
      threshold: LEAST_BYTES,
      why: 'Smaller differences are normal variation between collections. Data loaded at the start counts in the first third only.'
    }))
  }
}

/**
 * Judges only a program that has ended. One that keeps running may wait for others, or for work.
 *
 * @param {AnalysisWindow} window
 * @param {OfProgram} program
 * @returns {Finding | null}
 */
function waiting ({ loopUtilization, cpuShare, waitShares }, { byItself }) {
  if (!byItself || !(loopUtilization < MOSTLY && cpuShare < MOSTLY)) return null
  return {
    name: 'waiting',
    explainable: true,
    sentence: 'The program waits: its main thread is idle for most of the time.',
    evidence: [
      {
        what: 'event-loop utilisation',
        value: loopUtilization,
        unit: SHARE,
        threshold: MOSTLY,
        why: 'Below this, the main thread waits for longer than it computes.'
      },
      {
        what: 'CPU of the process',
        value: cpuShare,
        unit: 'cores',
        threshold: MOSTLY,
        why: 'Below this, the other threads hardly compute either.'
      },
      ...Object.entries(waitShares ?? {})
        .sort(([, a], [, b]) => b - a)
        .slice(0, 3)
        .map(([kind, value]) => ({ what: `waiting (${kind}), share of the run time`, value, unit: SHARE }))
    ]
  }
}

module.exports = { findingsWithoutLoad }
