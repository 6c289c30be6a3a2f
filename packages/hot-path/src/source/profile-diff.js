'use strict'

// Which functions take more time for a request than before: from profiles of both versions.

const { printable } = require('../util/printable')
const { hottest } = require('./hottest')

/** @typedef {import('../types/comparison').Grown} Grown */
/**
 * @typedef {object} Seen
 * @property {import('../types/pipeline').WeightedStack[]} stacks
 * @property {number} cpuUs CPU time of a request, in the profile
 * @property {string} folder that its files are compared relative to
 * @property {string} entry file of the server
 */
/** @typedef {Omit<Grown, 'beforeUs' | 'afterUs'> & { key: string, self: number, total: number }} Taken in µs */

const MOST = 5
// Of the CPU time of a request. What a profile of two seconds tells of a function varies by some percent of the whole.
const LEAST_SHARE = 0.03
// Node's own functions vary with all that calls them. One of them comes before one of the application, or of a package,
// only where it has grown so many times as much.
const OF_NODE = 3
// Of the growth that a caller shares with all that it calls.
const NEARLY_ALL = 2 / 3

/**
 * Pure. A function is the same one when its name and its file are; its line may have moved.
 *
 * @param {Seen} before
 * @param {Seen} after
 * @returns {Grown[]} most grown first; where no function by itself has grown enough to be told from chance, the
 *   innermost of the application that has with all that it calls
 */
function whatGrew (before, after) {
  const known = new Map(timesOf(before).map((taken) => [taken.key, taken]))
  const now = timesOf(after)
  /** @type {(of: 'self' | 'total') => Grown[]} */
  const grown = (of) =>
    now
      .map(({ key, self, total, ...one }) => ({
        ...one,
        beforeUs: known.get(key)?.[of] ?? null,
        afterUs: { self, total }[of],
        ...(of === 'total' && { withCalls: true })
      }))
      .filter((one) => growth(one) >= LEAST_SHARE * after.cpuUs)

  const selves = grown('self').sort((a, b) => growth(b) / weightOf(b) - growth(a) / weightOf(a))
  return selves.length > 0 ? selves.slice(0, MOST) : innermost(grown('total').filter(isOwn))
}

/**
 * @param {Grown[]} grown with all that they call
 * @returns {Grown[]} one, or none: all its callers have grown with it
 */
function innermost (grown) {
  const most = Math.max(...grown.map(growth))
  return grown
    .filter((one) => growth(one) >= NEARLY_ALL * most)
    .sort((a, b) => a.afterUs - b.afterUs)
    .slice(0, 1)
}

/** @param {Grown} one */
function growth ({ beforeUs, afterUs }) {
  return afterUs - (beforeUs ?? 0)
}

/** @param {Grown} one */
function weightOf (one) {
  return isOwn(one) ? 1 : OF_NODE
}

/** @param {Grown} one */
function isOwn ({ kind }) {
  return kind === 'app' || kind === 'dependency'
}

/**
 * @param {Seen} seen
 * @returns {Taken[]} functions of one name in one file as one, at the line of the hottest of them
 */
function timesOf ({ stacks, cpuUs, folder, entry }) {
  /** @type {Map<string, Taken>} */
  const found = new Map()
  for (const { name, file, line, kind, self, total, calledFrom } of hottest(stacks, Infinity).hottest) {
    const place = printable(relative(String(file), folder))
    // The servers themselves may be called before.js and after.js.
    const key = `${file === entry ? 'the server' : place} ${name}`
    const from = calledFrom ? `${calledFrom.name} ${printable(relative(String(calledFrom.file), folder))}:${calledFrom.line}` : null
    const one = found.get(key) ?? { key, name, file: place, line, kind, self: 0, total: 0, calledFrom: from }
    one.self += (self / 100) * cpuUs
    one.total = Math.max(one.total, (total / 100) * cpuUs)
    found.set(key, one)
  }
  return [...found.values()]
}

/**
 * @param {{ withCalls?: boolean }} one
 * @returns {string} what to write after its name
 */
function withCallsText ({ withCalls }) {
  return withCalls ? ', with all that it calls' : ''
}

/**
 * The stacks of a profile, so that they can be laid beside those of another version.
 *
 * @param {{ stacks: import('../types/pipeline').WeightedStack[], requests: number, folder: string, entry: string }}
 *   seen
 * @param {string} name of the server's own file, which may be another one in each version
 * @returns {import('../types/pipeline').WeightedStack[]} weights in microseconds of a request
 */
function perRequest ({ stacks, requests, folder, entry }, name) {
  return stacks.map(({ frames, weight }) => ({
    frames: frames.map((frame) => ({ ...frame, file: frame.file && placeOf(frame.file) })),
    weight: weight / requests
  }))

  /** @param {string} file */
  function placeOf (file) {
    return file === entry ? name : relative(file, folder)
  }
}

/**
 * @param {string} file
 * @param {string} folder
 * @returns {string} the place of a package is told from its node_modules on, which may lie elsewhere
 */
function relative (file, folder) {
  const installed = file.replaceAll('\\', '/').lastIndexOf('node_modules/')
  if (installed >= 0) return file.slice(installed)
  const isBelow = folder && file.startsWith(folder) && /[\\/]$/.test(file.slice(0, folder.length + 1))
  return isBelow ? file.slice(folder.length).replace(/^[\\/]/, '') : file
}

module.exports = { perRequest, whatGrew, withCallsText }
