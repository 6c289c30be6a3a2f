'use strict'

const { addingFor, allocationPlaces, holding, keeping } = require('../../source/heap/lines')
const { isSamePlace } = require('../../source/attribution')
const { isOwnIteration, listening, walking } = require('../../source/locations')
const { isDependency } = require('../../util/frame-kind')
const { median } = require('../../verdict/statistics')

/** @typedef {import('../../types/checkup').AnalysisWindow} AnalysisWindow */
/** @typedef {import('../../types/checkup').Evidence} Evidence */

const GROWTH = 1.3
// Lower bound of the growth: anything less may be noise.
const GROWTH_LOW = 1
// If a request takes hardly any CPU but blocks the loop for long, CPU time does not explain the cost.
const BLOCKED_GROWTH = 1.2
const LEAST_REQUESTS = 30
// Most Linux kernels separate user from kernel time by sampling at each tick, 250 times a second (time(7)). With this
// much user time, growth by a third is 2.5 standard errors. With half as much it is less than two, which is chance.
const LEAST_COMPUTING_SECONDS = 1
// Requests iterate over what accumulates. A core reads some 10 GB/s from memory, so one pointer takes longer than this.
// Much retained memory also makes requests more expensive, but by less: 2 kB for each of 400,000 requests add 3 µs per
// request, a tenth of this (Node 24).
const LEAST_WALK_NS = 0.1
// Assumed slowdown of the machine, if a server is blocked for so long that the machine's speed is unknown.
const ALLOWED = 1.15
// GC time is subtracted from CPU time. If GC takes most of it, the rest is the difference of two large numbers.
const MOST_GC = 0.3
// So many listeners for one event are never intended. Node warns from eleven on.
const MANY_LISTENERS = 100
const PER_REQUEST = 0.5
// Share of the retained memory.
const MOSTLY = 0.5
// Distance from the centre of the first third of the requests to the centre of the last.
const BETWEEN_THIRDS = 2 / 3
const NOT_REQUIRED = `Not required if the corrected lower bound of the growth is at least ${GROWTH} times.`

const THIRDS = ['first', 'second', 'last']
const TIMES = /** @type {const} */ ('times')
const US = /** @type {const} */ ('µs')
const BYTES = /** @type {const} */ ('bytes')

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'accumulation',
  condition: 'CPU time per request rises with the number of requests served.',
  locates: 'listeners, CPU profile, heap snapshots: the listener, the function that iterates, the line that adds',
  means: [
    'Some state grows with every request, and every request iterates over all of it: listeners, timers, middleware, a list that is searched.',
    'This happens under constant load, too. After a restart, the server is fast again for a while.'
  ],
  next: [
    '`npx hot-path heap <server>` shows which lines allocate the retained memory; `npx hot-path cpu-profile <server>` shows which function iterates over it.',
    'Remove what each request adds (with `on(`, `use(`, `push(`, `set(`), or create it once, outside of requests.',
    'Under load, `node --trace-warnings server.js` shows where too many listeners are added, unless the program silences the warning.'
  ],
  looks: ['cpu', 'retained'],
  places (looks, window, options) {
    const [walks, keeps] = [walking(looks, options), keeping(looks, options)]
    const listeners = listening(window)
    const ofPackages = listeners.filter(({ file }) => isDependency(file))
    const [caller] = ofPackages.flatMap((listener) => addingFor(listener, looks.retained, options))
    const added = caller ? [caller, ...listeners] : listeners
    // The line that adds is the one to change. It is known if the heap snapshots name the object that grows; if only
    // Node iterates, as over timers; or if a package iterates, and one line allocates most of what is retained.
    const held = holding(looks.retained, options)
    const adds = timersAccumulate(window) || held.some(({ share }) => share >= MOSTLY)
    if (adds) return [...added, ...keeps, ...walks]
    const made = isOwnIteration(looks) ? [] : allocationPlaces(looks.retained, { ...options, keeps: true })
    const mostly = made.filter(({ share }) => share >= MOSTLY)
    const others = [...walks, ...keeps].filter((place) => !mostly.some((one) => isSamePlace(one, place)))
    return [...added, ...mostly, ...others]
  },
  judge (window) {
    const growing = growingCost(window)
    const listenerCounts = window.grown.filter(
      ({ count, before }) => count >= MANY_LISTENERS && count - before >= PER_REQUEST * window.shortRequests
    )
    if (!growing && listenerCounts.length === 0) return null
    return {
      sentence: growing
        ? 'CPU time per request rises with the number of requests served.'
        : 'Listeners accumulate with the requests, and each event calls all of them.',
      evidence: [...(growing ?? []), ...accumulated(window)]
    }
  }
}

/** @param {AnalysisWindow} window */
function timersAccumulate ({ opened, requests }) {
  return (opened.Timeout ?? 0) >= PER_REQUEST * requests
}

/**
 * @param {AnalysisWindow} window
 * @returns {boolean} whether the cost has fallen again in a load after the main one. What accumulates stays, except
 *   timers and what they keep
 */
function hasFallen (window) {
  return window.laterCostUs < GROWTH * window.costsUs[0] && !timersAccumulate(window)
}

/**
 * @param {AnalysisWindow} window
 * @returns {Evidence[] | null} null if the cost does not grow
 */
function growingCost (window) {
  const { costsUs, costGrowth, blockedGrowth, pieceGrowth, gcShare, requests, userCpuShare, loopUtilization, seconds } =
    window
  const byMachine = pieceGrowth.estimate > 0 ? Math.max(1, pieceGrowth.estimate) : ALLOWED
  const [growth, blocking] = [costGrowth, blockedGrowth].map(({ estimate }) => estimate / byMachine)
  const walkNs = (extraUs(costsUs, growth) * 1000) / (requests * BETWEEN_THIRDS)
  const isEnough =
    requests >= LEAST_REQUESTS &&
    userCpuShare * loopUtilization * seconds >= LEAST_COMPUTING_SECONDS &&
    gcShare < MOST_GC
  const sure = costGrowth.low / byMachine >= GROWTH
  const likely =
    growth >= GROWTH && costGrowth.low > GROWTH_LOW && blocking >= BLOCKED_GROWTH && walkNs >= LEAST_WALK_NS
  if (!(isEnough && (sure || likely)) || hasFallen(window)) return null
  return [
    {
      what: 'growth of CPU per request, from the first to the last third of requests (corrected for machine speed)',
      value: growth,
      unit: TIMES,
      threshold: GROWTH,
      why: 'As V8 optimises code, CPU per request falls. No healthy server needs 30 % more after a few seconds.'
    },
    {
      what: 'lower bound of this growth (one-sided 95 %, not corrected)',
      value: costGrowth.low,
      unit: TIMES,
      threshold: GROWTH_LOW,
      why: 'Noise can look like growth: by chance, one in twenty servers without growth passes this threshold.'
    },
    {
      what: 'growth of main-thread busy time per request (corrected for machine speed)',
      value: blocking,
      unit: TIMES,
      threshold: BLOCKED_GROWTH,
      why: `Other programs distort wall-clock time. ${NOT_REQUIRED}`
    },
    {
      what: 'increase in CPU per request for each earlier request',
      value: walkNs,
      unit: 'ns',
      threshold: LEAST_WALK_NS,
      why: `To read one more pointer from memory takes longer than this. ${NOT_REQUIRED}`
    },
    ...costsUs.map((cost, i) => ({
      what: `CPU per request in the ${THIRDS[i]} third of the requests`,
      value: cost,
      unit: US
    }))
  ]
}

/**
 * @param {number[]} costsUs CPU per request in each third of the requests, in µs
 * @param {number} growth ratio of the last third to the first, by the trend of the whole series
 * @returns {number} the growth as a difference in µs, on a straight line through the median
 */
function extraUs (costsUs, growth) {
  return (2 * median(costsUs.filter((cost) => cost > 0)) * (growth - 1)) / (growth + 1)
}

/**
 * @param {AnalysisWindow} window
 * @returns {Evidence[]} what accumulates: listeners, open resources, retained memory
 */
function accumulated ({ grown, opened, retainedBytesPerRequest, shortRequests }) {
  return [
    ...grown.map(({ emitter, event, count, before }) => ({
      what: `listeners for "${event}" of one ${emitter} (${before} before the last ${shortRequests} requests)`,
      value: count,
      threshold: MANY_LISTENERS,
      why: 'So many listeners for one event are never intended.'
    })),
    ...Object.entries(opened).map(([name, more]) => ({
      what: `more open ${name} resources at the end than at the beginning`,
      value: more
    })),
    ...retainedBytesPerRequest
      .slice(-1)
      .filter((bytes) => bytes >= 64)
      .map((bytes) => ({ what: 'retained memory per request', value: bytes, unit: BYTES }))
  ]
}
