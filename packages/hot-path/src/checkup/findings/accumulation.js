'use strict'

const { keeping, listening, walking } = require('../../source/locations')
const { median } = require('../../verdict/statistics')

/** @typedef {import('../../types/checkup').AnalysisWindow} AnalysisWindow */
/** @typedef {import('../../types/checkup').Evidence} Evidence */

const GROWTH = 1.3
// The bound of it: what is less than this may be noise.
const GROWTH_LOW = 1
// Where a request takes next to no CPU and blocks the loop for long, its CPU is not the story.
const BLOCKED_GROWTH = 1.2
const LEAST_REQUESTS = 30
// Most Linux kernels tell computing from their own work by a look at each tick, 250 times a second (time(7)). Of so
// much computing, a third more is two and a half standard errors; of half as much it is less than two, which is chance.
const LEAST_COMPUTING_SECONDS = 1
// What piles up is walked, and a core reads some 10 GB/s from memory: one pointer takes longer than this. Keeping much
// memory makes a request cost more, too, but by less: 2 kB for each of 400,000 requests, by 3 microseconds, a tenth of
// this (Node 24).
const LEAST_WALK_NS = 0.1
// Where a server is blocked for so long that nothing is known of the machine's speed, that much slower is allowed for.
const ALLOWED = 1.15
// Collecting is taken out of the computing. Where it is most of it, what is left is the difference of two large
// numbers.
const MOST_GC = 0.3
// Nobody means to have so many listeners for one event. Node warns from eleven on.
const MANY_LISTENERS = 100
const PER_REQUEST = 0.5
// From the centre of the first third of the requests to the centre of the last.
const BETWEEN_THIRDS = 2 / 3

const THIRDS = ['first', 'second', 'last']
const TIMES = /** @type {const} */ ('times')
const US = /** @type {const} */ ('µs')
const BYTES = /** @type {const} */ ('bytes')

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'accumulation',
  means: [
    'Something grows with every request, and every request walks through all of it: listeners, timers, middleware, a list that is searched.',
    'The load does not have to grow for that. A server like this is fast after each restart.'
  ],
  next: [
    '`npx hot-path heap <server>` shows which lines make what stays, `npx hot-path cpu-profile <server>` which function walks through it. What is added on each request has to be taken away again: look for `on(`, `use(`, `push(`, `set(`.',
    'Under load, `node --trace-warnings server.js` shows where too many listeners are added, unless somebody has silenced the warning.'
  ],
  looks: ['cpu', 'retained'],
  places (looks, window, options) {
    const [walks, keeps] = [walking(looks, options), keeping(looks, options)]
    // Nobody walks over timers but Node: who adds them is what there is to see.
    return [...listening(window), ...(timersPileUp(window) ? [...keeps, ...walks] : [...walks, ...keeps])]
  },
  judge (window) {
    const growing = growingCost(window)
    const listenerCounts = window.grown.filter(
      ({ count, before }) => count >= MANY_LISTENERS && count - before >= PER_REQUEST * window.shortRequests
    )
    if (!growing && listenerCounts.length === 0) return null
    return {
      sentence: growing
        ? 'Each request costs more than the one before: something piles up.'
        : 'Listeners pile up with the requests, and each event runs all of them.',
      evidence: [...(growing ?? []), ...piles(window)]
    }
  }
}

/** @param {AnalysisWindow} window */
function timersPileUp ({ opened, requests }) {
  return (opened.Timeout ?? 0) >= PER_REQUEST * requests
}

/**
 * @param {AnalysisWindow} window
 * @returns {Evidence[] | null} null where it does not
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
  if (!(isEnough && (sure || likely))) return null
  return [
    {
      what: 'CPU per request at the end, compared with the beginning (a slower machine is taken out)',
      value: growth,
      unit: TIMES,
      threshold: GROWTH,
      why: 'Code gets cheaper as V8 warms up. No healthy server takes a third more for a request after a few seconds.'
    },
    {
      what: 'that at least, with noise allowed for',
      value: costGrowth.low,
      unit: TIMES,
      threshold: GROWTH_LOW,
      why: 'Noise alone can look like growth. One server in twenty that does not grow passes this threshold.'
    },
    {
      what: 'time that a request keeps the main thread busy at the end, compared with the beginning',
      value: blocking,
      unit: TIMES,
      threshold: BLOCKED_GROWTH,
      why: `Other programs disturb the clock: it does not count where the growth is ${GROWTH} times at least.`
    },
    {
      what: 'more CPU for a request with each request that came before it',
      value: walkNs,
      unit: 'ns',
      threshold: LEAST_WALK_NS,
      why: 'What piles up is walked, and to read a pointer from memory takes longer. Like the clock, it does not count there.'
    },
    ...costsUs.map((cost, i) => ({
      what: `CPU per request in the ${THIRDS[i]} third of the requests`,
      value: cost,
      unit: US
    }))
  ]
}

/**
 * @param {number[]} costsUs of a request, in each third of them
 * @param {number} growth of the last third over the first, by the trend of all
 * @returns {number} the same as a difference, in microseconds, on a straight line through the median
 */
function extraUs (costsUs, growth) {
  return (2 * median(costsUs.filter((cost) => cost > 0)) * (growth - 1)) / (growth + 1)
}

/**
 * @param {AnalysisWindow} window
 * @returns {Evidence[]} what there is more of
 */
function piles ({ grown, opened, retainedBytesPerRequest, shortRequests }) {
  return [
    ...grown.map(({ emitter, event, count, before }) => ({
      what: `listeners for "${event}" of one ${emitter}; ${before} before the last ${shortRequests} requests`,
      value: count,
      threshold: MANY_LISTENERS,
      why: 'Nobody means to have so many for one event.'
    })),
    ...Object.entries(opened).map(([name, more]) => ({
      what: `more ${name} open at the end than at the beginning`,
      value: more
    })),
    ...retainedBytesPerRequest
      .slice(-1)
      .filter((bytes) => bytes >= 64)
      .map((bytes) => ({ what: 'memory kept for each request', value: bytes, unit: BYTES }))
  ]
}
