'use strict'

const path = require('path')
const { LISTED } = require('../source/hottest')
const { dots } = require('../report/dots')
const { rounded } = require('../util/format')
const { median } = require('../verdict/statistics')

/** @typedef {import('../types/comparison').Comparison} Comparison */
/** @typedef {import('../types/comparison').HotSpots} HotSpots */
/** @typedef {{ us: number, isBound: boolean }} Cost of a function, µs per request; `isBound`: `us` is an upper bound */
/** @typedef {{ id: string, self: Map<string, number>, underUs: number }} Known µs by function; others: ≤ `underUs` */
/** @typedef {{ name: string, before: Cost, after: Cost }} Change */

const MOST_ROWS = 10

/**
 * Draws how the self time per request of each function changes from one server to the next.
 *
 * Shares of a profile are not comparable: when one function disappears, the shares of all others grow. Each share is
 * therefore multiplied by the measured CPU per request.
 *
 * @param {Comparison} comparison
 * @returns {import('../report/figure').Picture[]} one for each two consecutive servers with a Clinic Flame finding
 */
function differences ({ subjects, samples, hotSpots }) {
  const known = subjects.flatMap((id) => {
    const spots = hotSpots.find(({ subject }) => subject === id)
    const costs = samples
      .filter(({ subject }) => subject === id)
      .map(({ serverCpuUsPerRequest }) => serverCpuUsPerRequest)
      .filter(Number.isFinite)
    if (!spots || costs.length === 0) return []
    const cpuUs = median(costs)
    return [{ id, self: selfTimes(spots, cpuUs), underUs: boundOf(spots, cpuUs) }]
  })
  return known.slice(1).map((after, i) => difference(known[i], after))
}

/**
 * @param {HotSpots} spots
 * @param {number} cpuUs per request
 * @returns {Map<string, number>} µs per request, by function
 */
function selfTimes ({ hottest, other }, cpuUs) {
  /** @type {Map<string, number>} */
  const times = new Map()
  for (const hot of hottest) times.set(nameOf(hot), (times.get(nameOf(hot)) ?? 0) + (hot.self / 100) * cpuUs)
  times.set('garbage collector', (other.garbageCollector / 100) * cpuUs)
  times.set('system calls and the event loop', (other.program / 100) * cpuUs)
  return times
}

/**
 * @param {HotSpots} spots
 * @param {number} cpuUs per request
 * @returns {number} upper bound for functions that are not listed, µs per request: the cost of the last listed one; 0
 *   if the list is not full, because it then holds every sampled function
 */
function boundOf ({ hottest }, cpuUs) {
  return hottest.length < LISTED ? 0 : (Math.min(...hottest.map(({ self }) => self)) / 100) * cpuUs
}

/**
 * Names a function by its base name: in another version, its line differs, and often its folder.
 *
 * @param {import('../types/pipeline').Frame} frame
 */
function nameOf ({ name, file }) {
  return file === null ? name : `${name}, ${path.posix.basename(file)}`
}

/**
 * @param {Known} known
 * @param {string} name of a function
 * @returns {Cost}
 */
function costIn ({ self, underUs }, name) {
  const us = self.get(name)
  return us === undefined ? { us: underUs, isBound: underUs > 0 } : { us, isBound: false }
}

/**
 * @param {Change} change
 * @returns {number} minimum change of the cost, µs
 */
function leastChange ({ before, after }) {
  const rise = after.us - before.us
  if (before.isBound) return Math.max(0, rise)
  if (after.isBound) return Math.max(0, -rise)
  return Math.abs(rise)
}

/**
 * @param {Known} before
 * @param {Known} after
 */
function difference (before, after) {
  const changes = [...new Set([...before.self.keys(), ...after.self.keys()])]
    .map((name) => ({ name, before: costIn(before, name), after: costIn(after, name) }))
    .sort((a, b) => leastChange(b) - leastChange(a))
    .slice(0, MOST_ROWS)
  const marks = [
    { name: before.id, costs: changes.map((change) => change.before) },
    { name: after.id, costs: changes.map((change) => change.after) }
  ]
  return dots({
    title: `From ${before.id} to ${after.id}: self time per request (µs)`,
    note:
      'The functions that changed most. A triangle ("under" in the table) is an upper bound: the function is not ' +
      `among the ${LISTED} with the most CPU time of that server, and took less than the last of them.`,
    rows: changes.map(({ name }) => name),
    colours: 'marks',
    marks: marks.map(({ name, costs }) => ({
      name,
      points: costs.map(({ us }, row) => [us, row]),
      atMost: costs.flatMap(({ isBound }, row) => (isBound ? [row] : []))
    })),
    spans: changes.map(({ before, after }, row) => [Math.min(before.us, after.us), Math.max(before.us, after.us), row]),
    table: {
      head: ['function', before.id, after.id],
      rows: changes.map(({ name, before, after }) => [name, said(before), said(after)])
    }
  })
}

/** @param {Cost} cost */
function said ({ us, isBound }) {
  return isBound ? `under ${rounded(us)}` : rounded(us)
}

module.exports = { differences }
