'use strict'

// What a check-up says of a program that nobody puts a load on: what is told of servers, as far as it needs no
// requests, and what can be told of a program alone. Pure.

const { findingsOf } = require('./findings')
const healthy = require('./findings/healthy')
const { LEAST_BYTES } = require('./program')

/** @typedef {import('../types/checkup').AnalysisWindow} AnalysisWindow */
/** @typedef {import('../types/checkup').Finding} Finding */
/** @typedef {import('./program').OfProgram} OfProgram */

// As many as a check-up wants to see of a server, which this is not.
const ENOUGH_REQUESTS = 5
// Of the time of a program that ends by itself.
const MOSTLY = 0.5
// Of the threads of the pool, or of the cores: with one piece of work after another, no work queues.
const SEVERAL = 1.5
const ALONE = ['not-enough-data', 'several-processes']

/** @type {Record<string, string>} sentences that speak of no requests */
const SENTENCES = {
  'not-enough-data': 'The program ended too early to be judged. cpu-profile --no-load shows what it did.',
  'event-loop': 'The main thread computes, and all else that it has to do waits.',
  healthy: 'No problem found, of those that need no requests.'
}

const SHARE = /** @type {const} */ ('share')
const BYTES = /** @type {const} */ ('bytes')

/**
 * @param {AnalysisWindow} window
 * @param {OfProgram} program
 * @returns {Finding[]} weightiest first; at least one
 */
function findingsWithoutLoad (window, program) {
  const judged = { ...window, requests: Math.max(window.requests, ENOUGH_REQUESTS) }
  const isMeant = (/** @type {Finding} */ { name }) => (name === 'thread-pool' ? isPoolFull(window) : name !== healthy.name)
  const found = findingsOf(judged).filter(isMeant)
  const own = [memoryGrowth(program), waiting(window, program)]
  const [growth, waits] = own.map((finding) => (finding ? [finding] : []))
  const isAlone = found.some(({ name }) => ALONE.includes(name))
  const all = isAlone ? found : [...growth, ...found, ...waits]
  const told = all.some(({ aside }) => !aside) ? all : [{ name: healthy.name, ...healthy.judge(window) }, ...all]
  return told.map((finding) => ({
    ...finding,
    sentence: SENTENCES[finding.name] ?? finding.sentence,
    evidence: finding.evidence.filter(({ what, value }) => isTold(what, value, window))
  }))
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
 * What requests wait for may be one piece of work of the pool after another, of a program.
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
  if (byItself || !gains.every((bytes) => bytes >= LEAST_BYTES)) return null
  return {
    name: 'memory-growth',
    sentence: 'Memory grows as long as the program runs, and no garbage collection frees it.',
    evidence: gains.map((value, i) => ({
      what: `more memory in use after the ${['second', 'last'][i]} third of the time than before it, after garbage collection`,
      value,
      unit: BYTES,
      threshold: LEAST_BYTES,
      why: 'Less than that comes and goes by itself. What a program loads at its start grows in the first third only.'
    }))
  }
}

/**
 * Of one that runs on, nobody can tell whether it waits for others, or for something to do.
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
    sentence: 'The program waits: for most of its time, its main thread has nothing to do.',
    evidence: [
      {
        what: 'event-loop utilisation',
        value: loopUtilization,
        unit: SHARE,
        threshold: MOSTLY,
        why: 'Below this, it waits for longer than it computes.'
      },
      {
        what: 'CPU of the process',
        value: cpuShare,
        unit: 'cores',
        threshold: MOSTLY,
        why: 'Nor does another of its threads compute.'
      },
      ...Object.entries(waitShares ?? {})
        .sort(([, a], [, b]) => b - a)
        .slice(0, 3)
        .map(([kind, value]) => ({ what: `of the time of the program, it waited for: ${kind}`, value, unit: SHARE }))
    ]
  }
}

module.exports = { findingsWithoutLoad }
