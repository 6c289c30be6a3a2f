'use strict'

const { median } = require('../../statistics')

/** @typedef {import('../records').Stretch} Stretch */
/** @typedef {import('../records').Evidence} Evidence */

const GROWTH = 1.3
// The bound of it: what is less than this may be noise.
const GROWTH_LOW = 1
// Where a request takes next to no CPU and holds the loop for long, its CPU is not the story.
const HOLD_GROWTH = 1.2
const LEAST_REQUESTS = 30
// Most Linux kernels tell computing from their own work by a look at each tick, 250 times a second (time(7)). Of so much
// computing, a third more is two and a half standard errors; of half as much it is less than two, which is chance.
const LEAST_COMPUTING_SECONDS = 1
// What piles up is walked, and a core reads some 10 GB/s from memory: one pointer takes longer than this. Keeping much memory
// makes a server dearer, too, but by less: 2 kB for each of 400,000 requests, by 3 microseconds, a tenth of this (Node 24).
const LEAST_WALK_NS = 0.1
// Where a server is held for so long that nothing is known of the machine's speed, that much slower is allowed for.
const ALLOWED = 1.15
// Collecting is taken out of the computing. Where it is most of it, what is left is the difference of two large numbers.
const MOST_GC = 0.3
// Nobody means to have so many listeners for one event. Node warns from eleven on.
const CROWD = 100
const PER_REQUEST = 0.5
// From the middle of the first third of the requests to the middle of the last.
const BETWEEN_THIRDS = 2 / 3

/** @type {import('../records').Judge} */
module.exports = {
  name: 'accumulation',
  judge (stretch) {
    const dearer = growsDearer(stretch)
    const crowds = stretch.grown.filter(({ count, before }) => count >= CROWD && count - before >= PER_REQUEST * stretch.shortRequests)
    if (!dearer && crowds.length === 0) return null
    return {
      sentence: dearer
        ? 'Each request costs more than the one before: something piles up.'
        : 'Listeners pile up with the requests, and each event runs all of them.',
      evidence: [...dearer ?? [], ...piles(stretch)]
    }
  }
}

/**
 * @param {Stretch} stretch
 * @returns {Evidence[] | null} null where it does not
 */
function growsDearer (stretch) {
  const { costsUs, costGrowth, holdGrowth, pieceGrowth, gcShare, requests, computingShare, loopUtilization, seconds } = stretch
  const byMachine = pieceGrowth.estimate > 0 ? Math.max(1, pieceGrowth.estimate) : ALLOWED
  const [growth, held] = [costGrowth, holdGrowth].map(({ estimate }) => estimate / byMachine)
  const walkNs = dearerByUs(costsUs, growth) * 1000 / (requests * BETWEEN_THIRDS)
  const told = requests >= LEAST_REQUESTS && computingShare * loopUtilization * seconds >= LEAST_COMPUTING_SECONDS && gcShare < MOST_GC
  const sure = costGrowth.low / byMachine >= GROWTH
  const likely = growth >= GROWTH && costGrowth.low > GROWTH_LOW && held >= HOLD_GROWTH && walkNs >= LEAST_WALK_NS
  if (!(told && (sure || likely))) return null
  return [
    { what: 'computing for a request, last third over first by the trend of all, less what the machine may have to do with it', value: growth, limit: GROWTH, why: 'Code gets cheaper as V8 warms up. Nothing healthy gets a third dearer while it serves.' },
    { what: 'the least that the trend may be, before that', value: costGrowth.low, limit: GROWTH_LOW, why: 'In a noisy series, anything may look like a trend. One in twenty without a trend passes.' },
    { what: 'time that it holds the loop, in the same way', value: held, limit: HOLD_GROWTH, why: 'The same, by the clock, which neighbours disturb: it does not count where even the least trend is beyond its limit.' },
    { what: 'dearer for each request that came before (ns of computing)', value: walkNs, limit: LEAST_WALK_NS, why: 'What piles up is walked, and to read one pointer from memory takes longer. Like the clock, it does not count there.' },
    ...costsUs.map((cost, i) => ({ what: `computing for a request in third ${i + 1} of them (µs)`, value: cost }))
  ]
}

/**
 * @param {number[]} costsUs of a request, in each third of them
 * @param {number} growth of the last third over the first, by the trend of all
 * @returns {number} the same as a difference, in microseconds, on a straight line through the median
 */
function dearerByUs (costsUs, growth) {
  return 2 * median(costsUs.filter((cost) => cost > 0)) * (growth - 1) / (growth + 1)
}

/**
 * @param {Stretch} stretch
 * @returns {Evidence[]} what there is more of
 */
function piles ({ grown, opened, retainedBytesPerRequest, shortRequests }) {
  return [
    ...grown.map(({ emitter, event, count, before }) => ({
      what: `listeners for "${event}" of one ${emitter}; ${before} before the last ${shortRequests} requests`, value: count, limit: CROWD, why: 'Nobody means to have so many for one event.'
    })),
    ...Object.entries(opened).map(([name, more]) => ({ what: `more ${name} open at the end than at the beginning`, value: more })),
    ...retainedBytesPerRequest.slice(-1).filter((bytes) => bytes >= 64).map((bytes) => ({ what: 'memory kept for each request (bytes)', value: bytes }))
  ]
}
