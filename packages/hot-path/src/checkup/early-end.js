'use strict'

// Whether a part of the main load shows as much as the whole would. Pure.

const { FULL, LONG_MS } = require('./conditions')
const accumulation = require('./findings/accumulation')
const { toWindow } = require('./window')

/** @typedef {import('../types/checkup').AnalysisWindow} AnalysisWindow */
/** @typedef {import('../types/pipeline').Outside} Outside */

// Half of a load shows half of an accumulation: findings/accumulation.js has a threshold of 1.3 for the whole, whose
// root is 1.14. Corrected for a machine that became faster meanwhile, a growth is less certain.
const MOST_GROWTH = 1.1
const MOST_CORRECTED_GROWTH = 1.13
// Lower bound of a growth that is clear: a third of the cost is already that of what accumulates.
const CLEAR_GROWTH = 1.5
// With less CPU time in the whole load, growth of the cost is not judged: see findings/accumulation.js.
const LEAST_COMPUTING_SECONDS = 0.5
// With less, thirds show chance. More than findings/not-enough-data.js asks for: an early end never causes it.
const LEAST_SECONDS = 2
const LEAST_REQUESTS = 20
// Of the answers, and of the share of error responses, from the first to the last third of the time.
const LEAST_OF_RATE = 0.8
const MOST_CHANGE = 0.05
// Mean latency at which requests clearly wait: twice the threshold of findings/waiting.js.
const SLOW_MS = 20
// Event-loop utilisation of a server that clearly waits: below the threshold of findings/waiting.js, 0.8.
const MOST_LOOP = 0.65
// Share of the busy time in which the main thread waits for a core: with more, other programs disturb.
const MOST_WAITING_FOR_CORE = 0.05
// The same of a server that waits, whose own threads may use the other cores: CPU use of other programs, in cores.
const MOST_OTHERS = 0.25
const THIRDS = 3
// A block during the warm-up that may be one of many, some seconds apart. To compile takes less.
const STALL_MS = 250

/**
 * @param {import('../types/checkup').Examination} examination with half of the main load
 * @returns {boolean} whether the other half would show the same: nothing changes with time, and the server's limit is
 *   clearly its event loop, or clearly something that requests wait for; or the cost of requests clearly grows
 */
function isEnough (examination) {
  const window = toWindow(examination)
  const loop = window.loopUtilization
  if (window.seconds < LEAST_SECONDS || window.requests < LEAST_REQUESTS) return false
  if (isClearlyGrowing(window)) return loop >= FULL && window.runQueueShare < MOST_WAITING_FOR_CORE
  if (!areAnswersSteady(examination.outside) || mayStall(examination, window)) return false
  if (loop >= FULL) return window.runQueueShare < MOST_WAITING_FOR_CORE && isCostSteady(window)
  const meanMs = (1000 * window.connections * window.seconds) / window.requests // Little's law
  const computing = window.userCpuShare * loop * window.seconds
  const isCheap = computing < LEAST_COMPUTING_SECONDS || isCostSteady(window)
  const isAlone = window.othersShare < MOST_OTHERS
  return isAlone && loop < MOST_LOOP && meanMs >= SLOW_MS && isCheap && window.longestBlockMs < LONG_MS
}

/**
 * @param {Pick<import('../types/checkup').Examination, 'readings'>} examination
 * @param {AnalysisWindow} window
 * @returns {boolean} whether the loop was blocked once for long, before the window, and not since
 */
function mayStall ({ readings }, { longestBlockMs }) {
  const during = readings.slice(1) // the first one covers the start of the server
  return longestBlockMs < LONG_MS && during.some(({ blocksMs }) => blocksMs.some((ms) => ms >= STALL_MS))
}

/** @param {AnalysisWindow} window */
function isClearlyGrowing (window) {
  const byMachine = Math.max(1, window.pieceGrowth.estimate || 1)
  return window.costGrowth.low >= CLEAR_GROWTH * byMachine && accumulation.judge(window) !== null
}

/** @param {AnalysisWindow} window */
function isCostSteady ({ costGrowth, blockedGrowth, pieceGrowth }) {
  const byMachine = Math.min(1, pieceGrowth.estimate || 1)
  return [costGrowth, blockedGrowth].every(
    ({ estimate }) => estimate < MOST_GROWTH && estimate / byMachine < MOST_CORRECTED_GROWTH
  )
}

/** @param {Outside[]} quarters of a second */
function areAnswersSteady (quarters) {
  const length = Math.floor(quarters.length / THIRDS)
  const [first, last] = [quarters.slice(0, length), quarters.slice(-length)].map((part) => ({
    answers: part.reduce((sum, { answers }) => sum + answers, 0),
    refused: part.reduce((sum, { refused }) => sum + refused, 0)
  }))
  const change = last.refused / last.answers - first.refused / first.answers
  return last.answers >= LEAST_OF_RATE * first.answers && Math.abs(change) <= MOST_CHANGE
}

module.exports = { isEnough }
