'use strict'

/** @typedef {import('../records').Stretch} Stretch */
/** @typedef {import('../records').Evidence} Evidence */

const GROWTH = 1.3
// Of the second third already: one slow moment at the end is no growth.
const HALFWAY = 1.05
// Where a request takes next to no CPU and holds the loop for long, its CPU is not the story.
const HOLD_GROWTH = 1.1
const LEAST_REQUESTS = 30
// The load generator serves as a control: where its work gets dearer, too, the machine has become slower. It has to have
// some work for that. Without it, that much slower is allowed for.
const CONTROL_SHARE = 0.2
const ALLOWED = 1.15
// Collecting is taken out of the computing. Where it is most of it, what is left is the difference of two large numbers.
const MOST_GC = 0.3
// Nobody means to have so many listeners for one event. Node warns from eleven on.
const CROWD = 100
const PER_REQUEST = 0.5

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
  const { costsUs, wholeCostsUs, holdsMs, gcShare, requests } = stretch
  const control = controlOf(stretch)
  const [first, second, last] = costsUs
  const halfway = second / first
  const growth = last / first / control
  const wholeGrowth = wholeCostsUs[2] / wholeCostsUs[0] / control
  const holdGrowth = holdsMs[2] / holdsMs[0]
  if (!(gcShare < MOST_GC && requests >= LEAST_REQUESTS && first > 0)) return null
  if (!(growth >= GROWTH && wholeGrowth >= GROWTH && halfway >= HALFWAY && holdGrowth >= HOLD_GROWTH)) return null
  return [
    { what: 'computing for a request, last third over first, less what the machine may have to do with it', value: growth, limit: GROWTH, why: 'Code gets cheaper as V8 warms up. Nothing healthy gets a third dearer while it serves.' },
    { what: 'the same, second third over first', value: halfway, limit: HALFWAY, why: 'One slow moment at the end is no growth.' },
    { what: 'time that it holds the loop, last third over first', value: holdGrowth, limit: HOLD_GROWTH, why: 'The same, by the clock, which neighbours disturb.' },
    ...costsUs.map((cost, i) => ({ what: `computing for a request in third ${i + 1} (µs)`, value: cost }))
  ]
}

/**
 * @param {Stretch} stretch
 * @returns {number} how much slower the machine may have become from the first third to the last
 */
function controlOf ({ generatorShare, generatorCostsUs: [first, , last] }) {
  return generatorShare >= CONTROL_SHARE ? Math.max(1, last / first) : ALLOWED
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
