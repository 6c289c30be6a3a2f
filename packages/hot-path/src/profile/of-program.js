'use strict'

// What is told of requests elsewhere is told here of a program that nobody asks: it is taken for a single one.

const EACH = / for each request\b/g
const OF_REQUESTS = 'the time of the requests'

/**
 * @template {{ served?: number }} L
 * @param {L} look into a program
 * @returns {L & { served: number }}
 */
function once (look) {
  return { ...look, served: look.served || 1 }
}

/**
 * @param {import('../records').Place[]} places of a single request, which is the program
 * @returns {import('../records').Place[]}
 */
function ofProgram (places) {
  return places.map(({ of, why, ...place }) => ({
    ...place,
    of: of === OF_REQUESTS ? 'the time of the program' : of,
    why: why.replace(EACH, ' in all')
  }))
}

module.exports = { ofProgram, once }
