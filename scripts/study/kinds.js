'use strict'

/**
 * What the gate is tried on: a step against itself, and against itself slowed by a known share of its CPU per
 * request; on a quiet machine, and beside a neighbour that burns one core. `live` is how many real gates of the
 * kind the study wants.
 *
 * @typedef {{ id: string, step: '2' | '3', slowdownPercent: number, neighbour: boolean, live: number }} Kind
 */

// Most where the question is "how often does it cry wolf?", for that must be rare; then where the targets are.
/** @type {Record<number, number>} */
const LIVE = { 0: 15, 3: 1, 5: 3, 10: 3, 20: 1 }

/** @type {Kind[]} */
const kinds = []
for (const neighbour of [false, true]) {
  for (const slowdownPercent of [0, 3, 5, 10, 20]) {
    for (const step of /** @type {const} */ (['2', '3'])) {
      const id = `step-${step}-${slowdownPercent}-${neighbour ? 'neighbour' : 'quiet'}`
      kinds.push({ id, step, slowdownPercent, neighbour, live: LIVE[slowdownPercent] })
    }
  }
}

module.exports = { kinds }
