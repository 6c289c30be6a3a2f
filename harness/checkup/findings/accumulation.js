'use strict'

const GROWTH = 1.3
// Of the second third already: one slow moment at the end is no growth.
const HALFWAY = 1.05
// Where a request takes next to no CPU and holds the loop for long, its CPU is not the story.
const HOLD_GROWTH = 1.1
const LEAST_REQUESTS = 30
// Collecting is taken out of the computing. Where it is most of it, what is left is the difference of two large numbers.
const MOST_GC = 0.3

/** @type {import('../records').Judge} */
module.exports = {
  name: 'accumulation',
  judge ({ costsUs, holdsMs, gcShare, requests, grown, opened, retainedBytesPerRequest }) {
    const growth = costsUs[costsUs.length - 1] / costsUs[0]
    const holdGrowth = holdsMs[holdsMs.length - 1] / holdsMs[0]
    const halfway = costsUs[1] / costsUs[0]
    if (!(gcShare < MOST_GC && requests >= LEAST_REQUESTS)) return null
    if (!(costsUs[0] > 0 && growth >= GROWTH && holdGrowth >= HOLD_GROWTH && halfway >= HALFWAY)) return null
    return {
      sentence: 'Each request costs more than the one before: something piles up.',
      evidence: [
        { what: 'computing for a request, last third over first', value: growth, limit: GROWTH, why: 'Code gets cheaper as V8 warms up. Nothing healthy gets a third dearer while it serves.' },
        { what: 'the same, second third over first', value: halfway, limit: HALFWAY, why: 'One slow moment at the end is no growth.' },
        { what: 'time that it holds the loop, last third over first', value: holdGrowth, limit: HOLD_GROWTH, why: 'The same, by the clock, which neighbours disturb.' },
        ...costsUs.map((cost, i) => ({ what: `computing for a request in third ${i + 1} (µs)`, value: cost })),
        ...grown.map(({ emitter, event, count, before }) => ({ what: `listeners for "${event}" of one ${emitter}, ${before} a little earlier`, value: count })),
        ...Object.entries(opened).map(([name, more]) => ({ what: `more ${name} open at the end than at the beginning`, value: more })),
        ...retainedBytesPerRequest.slice(-1).filter((bytes) => bytes >= 64).map((bytes) => ({ what: 'memory kept for each request (bytes)', value: bytes }))
      ]
    }
  }
}
