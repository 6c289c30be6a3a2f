'use strict'

const path = require('path')
const { dots } = require('../report/dots')
const { rounded } = require('../report/numbers')
const { median } = require('../statistics')

/** @typedef {import('./records').Comparison} Comparison */
/** @typedef {import('./records').HotSpots} HotSpots */
/** @typedef {{ name: string, before: number, after: number }} Change µs of a request */

const MOST_ROWS = 10

/**
 * What grew and what vanished from each subject to the next one: the self time of its functions for one request.
 *
 * Shares of a profile cannot be compared: where one function vanishes, the shares of all others grow. So each share is
 * taken of the CPU that a request was measured to cost.
 *
 * @param {Comparison} comparison
 * @returns {import('../report/figure').Picture[]} one for each two neighbours with a flame finding
 */
function differences ({ subjects, samples, hotSpots }) {
  const known = subjects.flatMap((id) => {
    const spots = hotSpots.find(({ subject }) => subject === id)
    const costs = samples.filter(({ subject }) => subject === id).map(({ serverCpuUsPerRequest }) => serverCpuUsPerRequest).filter(Number.isFinite)
    return spots && costs.length ? [{ id, self: selfTimes(spots, median(costs)) }] : []
  })
  return known.slice(1).map((after, i) => difference(known[i], after))
}

/**
 * @param {HotSpots} spots
 * @param {number} cpuUs of a request
 * @returns {Map<string, number>} µs of a request, by function
 */
function selfTimes ({ hottest, other }, cpuUs) {
  /** @type {Map<string, number>} */
  const times = new Map()
  for (const hot of hottest) times.set(nameOf(hot), (times.get(nameOf(hot)) ?? 0) + hot.self / 100 * cpuUs)
  times.set('garbage collector', other.garbageCollector / 100 * cpuUs)
  times.set('system calls and the event loop', other.program / 100 * cpuUs)
  return times
}

/**
 * The same function stands in another line, and often in another folder, of another version.
 *
 * @param {import('../records').Frame} frame
 */
function nameOf ({ name, file }) {
  return file === null ? name : `${name}, ${path.posix.basename(file)}`
}

/**
 * @param {{ id: string, self: Map<string, number> }} before
 * @param {{ id: string, self: Map<string, number> }} after
 */
function difference (before, after) {
  const changes = [...new Set([...before.self.keys(), ...after.self.keys()])]
    .map((name) => ({ name, before: before.self.get(name) ?? 0, after: after.self.get(name) ?? 0 }))
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
    .slice(0, MOST_ROWS)
  return dots({
    title: `From ${before.id} to ${after.id}: self time for a request (µs)`,
    note: 'What changed most. 0 stands for what is not among the hottest functions of a subject.',
    rows: changes.map(({ name }) => name),
    colours: 'marks',
    marks: [
      { name: before.id, points: changes.map((change, row) => [change.before, row]) },
      { name: after.id, points: changes.map((change, row) => [change.after, row]) }
    ],
    spans: changes.map((change, row) => [Math.min(change.before, change.after), Math.max(change.before, change.after), row]),
    table: {
      head: ['function', before.id, after.id],
      rows: changes.map(({ name, before, after }) => [name, rounded(before), rounded(after)])
    }
  })
}

module.exports = { differences }
