'use strict'

/**
 * What the gate is tried on: a step against itself, and against itself slowed by a known share of its CPU per
 * request; on a quiet machine, and beside a neighbour that burns one core. `live` is how many real gates of the
 * kind the study wants.
 *
 * @typedef {{ id: string, step: '2' | '3', slowdownPercent: number, neighbour: boolean, live: number }} Kind
 */

/** @type {Kind[]} */
const kinds = []
for (const neighbour of [false, true]) {
  for (const slowdownPercent of [0, 3, 5, 10, 20]) {
    for (const step of /** @type {const} */ (['2', '3'])) {
      const id = `step-${step}-${slowdownPercent}-${neighbour ? 'neighbour' : 'quiet'}`
      kinds.push({ id, step, slowdownPercent, neighbour, live: slowdownPercent === 0 ? 20 : 4 })
    }
  }
}

module.exports = { kinds }
