'use strict'

/**
 * The cases of the gate study: a server against itself, and against itself slowed by a known share; on an idle machine,
 * and beside a process that burns one core. `live`: number of real gates of the kind that the study needs.
 *
 * Two servers are steps of the lesson. The others are of kinds common elsewhere: one that the load generator can hardly
 * saturate, one that waits, one that works in the thread pool, one that parses, one that renders, one that searches
 * routes. No threshold of the gate was tuned on these.
 *
 * @typedef {{ id: string, subject: string, slowdownPercent: number, neighbour: boolean, live: number }} Kind
 */

/** How a slowdown is made: by burning CPU per request, or by the server itself (see trials/servers/gate/). */
const SUBJECTS = {
  'step-2': { slowedBy: 'burning', name: '2' },
  'step-3': { slowedBy: 'burning', name: '3' },
  fast: { slowedBy: 'burning', name: 'trials/servers/gate/fast.js' },
  waits: { slowedBy: 'itself', name: 'trials/servers/gate/waits.js' },
  pool: { slowedBy: 'itself', name: 'trials/servers/gate/pool.js' },
  parses: { slowedBy: 'burning', name: 'trials/servers/gate/parses.js' },
  renders: { slowedBy: 'burning', name: 'trials/servers/gate/renders.js' },
  routes: { slowedBy: 'burning', name: 'trials/servers/gate/routes.js' }
}

// Most gates without a slowdown, because false alarms must be rare; then those with targets: 3 and 5 % on an idle
// machine, 10 % beside another program.
/** @type {Record<number, { quiet: number, neighbour: number }>} */
const LIVE = {
  0: { quiet: 12, neighbour: 3 },
  3: { quiet: 8, neighbour: 1 },
  5: { quiet: 8, neighbour: 1 },
  10: { quiet: 2, neighbour: 4 }
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
