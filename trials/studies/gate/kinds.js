'use strict'

/**
 * What the gate is tried on: a server against itself, and against itself slowed by a known share; on a quiet machine,
 * and beside a neighbour that burns one core. `live` is how many real gates of the kind the study wants.
 *
 * Two servers are steps of the lesson. The others are of the kinds that a gate meets elsewhere: one that the load
 * generator can hardly fill, one that waits, one that works in the thread pool. No threshold of the gate was chosen
 * with these.
 *
 * @typedef {{ id: string, subject: string, slowdownPercent: number, neighbour: boolean, live: number }} Kind
 */

/** How a slowdown is made: by CPU time that is burnt for each request, or by the server itself (see servers/). */
const SUBJECTS = {
  'step-2': { slowedBy: 'burning', name: '2' },
  'step-3': { slowedBy: 'burning', name: '3' },
  fast: { slowedBy: 'burning', name: 'trials/servers/gate/fast.js' },
  waits: { slowedBy: 'itself', name: 'trials/servers/gate/waits.js' },
  pool: { slowedBy: 'itself', name: 'trials/servers/gate/pool.js' }
}

// Most where the question is how often it is wrong, for that must be rare; then where the targets are.
/** @type {Record<number, { quiet: number, neighbour: number }>} */
const LIVE = {
  0: { quiet: 18, neighbour: 6 },
  3: { quiet: 4, neighbour: 1 },
  5: { quiet: 6, neighbour: 2 },
  10: { quiet: 6, neighbour: 2 }
}

/** @type {Kind[]} */
const kinds = [false, true].flatMap((neighbour) =>
  Object.entries(LIVE).flatMap(([percent, live]) =>
    Object.keys(SUBJECTS).map((subject) => ({
      id: `${subject}-${percent}-${neighbour ? 'neighbour' : 'quiet'}`,
      subject,
      slowdownPercent: Number(percent),
      neighbour,
      live: neighbour ? live.neighbour : live.quiet
    }))
  )
)

module.exports = { SUBJECTS, kinds }
