'use strict'

// Finds functions whose time per request increased, from profiles of both versions.

const { packageOf } = require('../util/frame-kind')
const { printable } = require('../util/printable')
const { hottest } = require('./hottest')

/** @typedef {import('../types/comparison').Grown} Grown */
/**
 * @typedef {object} Seen
 * @property {import('../types/pipeline').WeightedStack[]} stacks
 * @property {number} cpuUs CPU time per request in the profile, µs
 * @property {string} folder to which its file paths are made relative for the comparison
 * @property {string} entry file of the server
 */
/** @typedef {Omit<Grown, 'beforeUs' | 'afterUs' | 'change'> & { key: string, path: string, self: number,
 *   total: number }} Taken in µs; `path`: absolute */
/** @typedef {(file: string) => string | null} ChangeOf what has changed in the file of a frame; null if nothing */

const MOST = 5
const ANONYMOUS = '(anonymous)'
// Share of the CPU time per request. In a profile of two seconds, a function varies by a few percent of the whole.
const LEAST_SHARE = 0.03
// Node's own functions vary with all their callers. One of them ranks before a function of the application, or of a
// package, only if its increase is this many times as large.
const OF_NODE = 3
// Share of the largest increase, callees included, that the innermost function must have.
const NEARLY_ALL = 2 / 3

// Share of the increase that the changed functions must explain.
const EXPLAINED = 0.25

/**
 * Finds functions whose time per request increased. They are matched by name and file, or by name if they have moved to
 * another file; the line may differ.
 *
 * @param {Seen} before
 * @param {Seen} after
 * @param {ChangeOf} [changeOf]
 * @returns {Grown[]} the largest increase first: the changed functions, if they explain much of the increase, with the
 *   unchanged ones that they call; else all, changed ones first
 */
function whatGrew (before, after, changeOf = () => null) {
  const changed = changedThatGrew(before, after, changeOf)
  const sum = changed.reduce((total, one) => total + growth(one), 0)
  if (sum > 0 && sum >= EXPLAINED * (after.cpuUs - before.cpuUs)) return changed.slice(0, MOST)
  const all = anyThatGrew(before, after).map(({ path, ...one }) => ({ ...one, change: changeOf(path) }))
  return all.sort((a, b) => Number(b.change !== null) - Number(a.change !== null))
}

/**
 * Attributes each sample to its innermost changed function.
 *
 * @param {Seen} before
 * @param {Seen} after
 * @param {ChangeOf} changeOf
 * @returns {Grown[]} the largest increase first
 */
function changedThatGrew (before, after, changeOf) {
  const [then, now] = [before, after].map((seen) => {
    const stacks = seen.stacks.flatMap(function ({ frames, weight }) {
      const last = frames.findLastIndex(({ file }) => file !== null && changeOf(file) !== null)
      return last < 0 ? [] : [{ frames: frames.slice(0, last + 1), weight }]
    })
    const share = weightOfStacks(stacks) / (weightOfStacks(seen.stacks) || 1)
    return timesOf({ ...seen, stacks, cpuUs: share * seen.cpuUs })
  })
  const known = counterparts(then, now)
  const ownTimes = anyThatGrew(before, after).filter(({ withCalls }) => !withCalls)
  const selves = new Map(ownTimes.map((one) => [keyOf(one), one]))
  return now
    .map(({ key, self, total, path, ...one }) => ({
      ...one,
      path,
      beforeUs: known.get(key)?.self ?? null,
      afterUs: self,
      change: changeOf(path)
    }))
    .filter((one) => growth(one) >= LEAST_SHARE * after.cpuUs)
    .sort((a, b) => growth(b) - growth(a))
    .map(function ({ path, ...one }) {
      const own = selves.get(keyOf({ ...one, path }))
      const isOwnTime = own !== undefined && growth(own) >= NEARLY_ALL * growth(one)
      return isOwnTime ? { ...one, beforeUs: own.beforeUs, afterUs: own.afterUs } : { ...one, withCalls: true }
    })
}

/**
 * @param {Seen} before
 * @param {Seen} after
 * @returns {(Omit<Grown, 'change'> & { path: string })[]} the largest increase first. If no self time increased beyond
 *   chance: the innermost function of the application, or of a package, whose total time increased
 */
function anyThatGrew (before, after) {
  const now = timesOf(after)
  const known = counterparts(timesOf(before), now)
  /** @type {(of: 'self' | 'total') => (Omit<Grown, 'change'> & { path: string })[]} */
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
 * Matches functions by name and file. A package may also move a function to another file, such as from lib/ to dist/ or
 * from a CommonJS file to an ES module: it is then matched by its name, unless there are several of that name.
 *
 * @param {Taken[]} then
 * @param {Taken[]} now
 * @returns {Map<string, Taken>} those of `then`, by the keys of their counterparts in `now`
 */
function counterparts (then, now) {
  const known = new Map(then.map((one) => [one.key, one]))
  const present = new Set(now.map(({ key }) => key))
  const gone = byOwner(then.filter(({ key }) => !present.has(key)))
  for (const [owner, [one, ...others]] of byOwner(now.filter(({ key }) => !known.has(key)))) {
    const [was, ...more] = gone.get(owner) ?? []
    if (was && more.length === 0 && others.length === 0) known.set(one.key, was)
  }
  return known
}

/**
 * @param {Taken[]} functions
 * @returns {Map<string, Taken[]>} those with a name, by package and name
 */
function byOwner (functions) {
  /** @type {Map<string, Taken[]>} */
  const found = new Map()
  for (const one of functions) {
    if (one.name === ANONYMOUS) continue
    const owner = `${packageOf({ file: one.path }) || one.kind} ${one.name}`
    found.set(owner, [...(found.get(owner) ?? []), one])
  }
  return found
}

/**
 * @template {Omit<Grown, 'change'>} T
 * @param {T[]} grown by total time, callees included
 * @returns {T[]} at most one: the total time of all its callers increased as well
 */
function innermost (grown) {
  const most = Math.max(...grown.map(growth))
  return grown
    .filter((one) => growth(one) >= NEARLY_ALL * most)
    .sort((a, b) => a.afterUs - b.afterUs)
    .slice(0, 1)
}

/** @param {{ path: string, name: string, line: number | null }} one */
function keyOf ({ path, name, line }) {
  return `${path}:${line}:${name}`
}

/** @param {import('../types/pipeline').WeightedStack[]} stacks */
function weightOfStacks (stacks) {
  return stacks.reduce((sum, { weight }) => sum + weight, 0)
}

/** @param {Pick<Grown, 'beforeUs' | 'afterUs'>} one */
function growth ({ beforeUs, afterUs }) {
  return afterUs - (beforeUs ?? 0)
}

/** @param {Pick<Grown, 'kind'>} one */
function weightOf (one) {
  return isOwn(one) ? 1 : OF_NODE
}

/** @param {Pick<Grown, 'kind'>} one */
function isOwn ({ kind }) {
  return kind === 'app' || kind === 'dependency'
}

/**
 * @param {Seen} seen
 * @returns {Taken[]} functions of the same name and file merged, at the line of the hottest of them
 */
function timesOf ({ stacks, cpuUs, folder, entry }) {
  /** @type {Map<string, Taken>} */
  const found = new Map()
  for (const { name, file, line, kind, self, total, calledFrom } of hottest(stacks, Infinity).hottest) {
    const place = printable(relative(String(file), folder))
    // The servers' own files may have different names, such as before.js and after.js.
    const key = `${file === entry ? 'the server' : place} ${name}`
    const from = calledFrom ? `${calledFrom.name} ${printable(relative(String(calledFrom.file), folder))}:${calledFrom.line}` : null
    const first = { key, name, file: place, path: String(file), line, kind, self: 0, total: 0, calledFrom: from }
    const one = found.get(key) ?? first
    one.self += (self / 100) * cpuUs
    one.total = Math.max(one.total, (total / 100) * cpuUs)
    found.set(key, one)
  }
  return [...found.values()]
}

/**
 * @param {{ withCalls?: boolean }} one
 * @returns {string} text to append to its name
 */
function withCallsText ({ withCalls }) {
  return withCalls ? ', including its callees' : ''
}

/**
 * Normalises the stacks of a profile for the comparison with another version.
 *
 * @param {{ stacks: import('../types/pipeline').WeightedStack[], requests: number, folder: string, entry: string }}
 *   seen
 * @param {string} name for the server's own file, which may differ between versions
 * @returns {import('../types/pipeline').WeightedStack[]} weights in microseconds per request
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
 * @returns {string} relative to `folder` if inside it; for a package, from node_modules on, which may be elsewhere
 */
function relative (file, folder) {
  const installed = file.replaceAll('\\', '/').lastIndexOf('node_modules/')
  if (installed >= 0) return file.slice(installed)
  const isBelow = folder && file.startsWith(folder) && /[\\/]$/.test(file.slice(0, folder.length + 1))
  return isBelow ? file.slice(folder.length).replace(/^[\\/]/, '') : file
}

module.exports = { perRequest, whatGrew, withCallsText }
