'use strict'

// Source locations of CPU time, of error responses, and of listeners. Pure, except for the `readSource` argument.

const { packageOf } = require('../util/frame-kind')
const { attribute, frameworksIn, isSamePlace, toPlaces, walkerOf } = require('./attribution')
const { callOf, creationOf, sourcesOf } = require('./package-calls')
const { textAt } = require('./source')
const { fromCpuProfile } = require('./stacks')
const { stacksOfThread } = require('./threads')

/** @typedef {import('../types/checkup').PlaceOptions} PlaceOptions */
/** @typedef {import('../types/pipeline').Frame} Frame */
/** @typedef {import('../types/pipeline').Place} Place */
/** @typedef {import('../types/checkup').Looks} Looks */
/** @typedef {import('../types/source').CallFrame} CallFrame */

const OF_BUSY = 'main-thread busy time'
const OF_REQUESTS = 'main-thread time of sampled requests'
const OF_THREADS = "the time of the server's functions in worker threads"
const OF_REFUSED = 'failed requests'
const OF_LISTENERS = 'added listeners'
// A location explains a busy main thread only if it takes this share of its time.
const ANSWER = 1 / 3
// Smaller shares are not reported.
const LEAST_STARTED = 0.1

/**
 * Returns the functions that compute, or call blocking functions.
 *
 * @param {Looks} looks
 * @param {PlaceOptions} options
 * @returns {Place[]}
 */
function computing ({ cpu, waits }, options) {
  const found = cpu ? computingIn(cpu, OF_BUSY, options) : []
  const started = waits ? startingWork(waits).map((place) => setUpOf(place, cpu, options)) : []
  const isExplained = found.length > 0 && found[0].share >= ANSWER
  if (isExplained || !(started[0]?.share >= ANSWER)) return found
  return [...started, ...found.filter((one) => !started.some((place) => isSamePlace(one, place)))]
}

/**
 * Returns the lines that start asynchronous operations whose callbacks run for long. A package that computes after its
 * first `await` has no frame of the application in the CPU profile.
 *
 * @param {NonNullable<Looks['waits']>} waits
 * @returns {Place[]}
 */
function startingWork ({ requests }) {
  const runningMs = requests.reduce((sum, one) => sum + one.runningMs, 0) || 1
  /** @type {Map<string, { frame: CallFrame, ms: number }>} */
  const found = new Map()
  for (const { frame, ms } of requests.flatMap(({ ran }) => ran ?? [])) {
    const key = `${frame.file}:${frame.line}`
    found.set(key, { frame, ms: (found.get(key)?.ms ?? 0) + ms })
  }
  return [...found.values()]
    .sort((a, b) => b.ms - a.ms)
    .filter(({ ms }) => ms >= LEAST_STARTED * runningMs)
    .map(({ frame, ms }) => ({
      ...frame,
      share: ms / runningMs,
      of: OF_REQUESTS,
      why: 'starts asynchronous work that runs for this share'
    }))
}

// A line that only passes a request on to the next middleware.
const PASSES_ON = /^\s*(?:(?:return|await)\s+)*next\s*\(\s*\)/

/**
 * @param {Place} place
 * @param {Looks['cpu']} cpu
 * @param {PlaceOptions} options
 * @returns {Place} where the application sets up the package that takes most of the time, if the line only passes the
 *   request on; else the same
 */
function setUpOf (place, cpu, { readSource }) {
  if (!PASSES_ON.test(textAt(place, readSource)) || !cpu?.profile) return place
  const stacks = fromCpuProfile(cpu.profile)
  const frameworks = frameworksIn(stacks)
  const sources = sourcesOf(cpu.functions, readSource)
  /** @type {Map<string, number>} */
  const weights = new Map()
  let all = 0
  for (const { frames, weight } of stacks) {
    all += weight
    for (const name of new Set(frames.map(packageOf))) if (name) weights.set(name, (weights.get(name) ?? 0) + weight)
  }
  const [setUp] = [...weights]
    .filter(([, weight]) => weight >= ANSWER * all)
    .sort(([a, one], [b, other]) => Number(frameworks.has(a)) - Number(frameworks.has(b)) || other - one)
    .flatMap(([name]) => ({ name, at: creationOf(name, sources) }))
    .filter(({ at }) => at !== null)
  return setUp ? { ...place, ...setUp.at, why: `sets up ${setUp.name}, which takes this time` } : place
}

/**
 * Returns CPU hot spots, starting with the function that iterates over a growing collection.
 *
 * @param {Looks} looks
 * @param {PlaceOptions} options
 * @returns {Place[]}
 */
function walking ({ cpu }, { readSource }) {
  if (!cpu?.profile) return []
  const attributed = attribute(fromCpuProfile(cpu.profile))
  const walker = walkerOf(attributed.spots)
  const found = toPlaces(attributed, { of: OF_BUSY, functions: cpu.functions, readSource })
  const isWalker = (/** @type {{ frame: Frame }} */ { frame }) => frame === walker?.frame
  return [...found.filter(isWalker), ...found.filter((one) => !isWalker(one))].map(({ place }) => place)
}

/**
 * @param {import('../types/agent').CpuSampling} cpu
 * @param {string} of the whole to which the shares refer
 * @param {PlaceOptions} options
 * @returns {Place[]}
 */
function computingIn ({ profile, functions }, of, { readSource }) {
  if (!profile) return []
  const sources = sourcesOf(functions, readSource)
  const found = toPlaces(attribute(fromCpuProfile(profile)), { of, functions, readSource })
  return found.map(function ({ place, middleware }) {
    const at = middleware ? callOf(middleware, sources) : null
    return at ? { ...place, ...at, why: `sets up ${middleware}, which takes this time` } : place
  })
}

/**
 * Returns CPU hot spots of one of the server's child processes.
 *
 * @param {Looks} looks
 * @param {string} title of that process
 * @param {PlaceOptions} options
 * @returns {Place[]}
 */
function computingInProcess ({ processes = [] }, title, options) {
  const child = processes.find((one) => one.title === title)
  return child ? computingIn(child.cpu, `the busy time of ${title}`, options) : []
}

/**
 * Returns CPU hot spots of the worker threads.
 *
 * @param {Looks} looks
 * @param {PlaceOptions} options
 * @returns {Place[]}
 */
function computingBeside ({ cpu }, { readSource }) {
  const threads = cpu?.threads ?? []
  const functions = threads.flatMap(({ functions }) => functions)
  const stacks = threads
    .flatMap((thread) => stacksOfThread(thread, readSource))
    .filter(({ frames }) => frames.some(({ kind }) => kind === 'app'))
  const attributed = attribute(stacks)
  return toPlaces(attributed, { of: OF_THREADS, functions, readSource }).map(({ place }) => place)
}

/**
 * Returns the lines that throw, or set the status of an error response; if a package sets it, where the application
 * calls the package.
 *
 * @param {Looks} looks
 * @param {PlaceOptions} options
 * @returns {Place[]}
 */
function refusing ({ refusals: look, cpu }, { readSource }) {
  if (!look?.refusals.length) return []
  /** @type {Map<string, { at: CallFrame, count: number, statuses: Set<number>, message: string, by: string }>} */
  const found = new Map()
  const frameworks = frameworksIn(cpu?.profile ? fromCpuProfile(cpu.profile) : [])
  const sources = sourcesOf(cpu?.functions, readSource)
  const used = [...new Set(look.refusals.flatMap(({ statusSetIn }) => statusSetIn))]
  const calls = new Map(used.map((name) => [name, callOf(name, sources)]))
  // Of packages that call the application, too, the outermost is the framework itself.
  const setUpIn = (/** @type {string[]} */ packages) =>
    packages.find((name) => calls.get(name) && !frameworks.has(name)) ??
    packages.slice(0, -1).find((name) => calls.get(name)) ??
    ''
  for (const { status, statusSetAt, statusSetIn, thrownAt, message, thrownStatus } of look.refusals) {
    const isThrown = thrownAt !== null && (status >= 500 || statusSetAt.length === 0 || thrownStatus === status)
    const packages = isThrown || statusSetAt.length > 0 ? [] : statusSetIn
    const by = setUpIn(packages)
    const at = isThrown ? thrownAt : (calls.get(by) ?? statusSetAt[0])
    if (!at) continue
    const key = `${at.file}:${at.line}`
    const entry = found.get(key) ?? { at, count: 0, statuses: new Set(), message: isThrown ? message : '', by }
    entry.count++
    entry.statuses.add(status)
    found.set(key, entry)
  }
  return [...found.values()]
    .sort((a, b) => b.count - a.count)
    .map(({ at, count, statuses, message, by }) => ({
      ...at,
      share: count / look.refusals.length,
      of: OF_REFUSED,
      why: (by ? `sets up ${by}, which ` : '') + refusalText(message, [...statuses])
    }))
}

/**
 * @param {string} message of an exception; empty if there was none
 * @param {number[]} statuses 0 if the connection was closed
 */
function refusalText (message, statuses) {
  const numbers = statuses.filter((status) => status > 0)
  const answer = numbers.length ? `answers with ${numbers.join(', ')}` : 'closes the connection'
  return message ? `throws "${message}", and the server ${answer}` : answer
}

/**
 * Returns the listeners that accumulate.
 *
 * @param {import('../types/checkup').AnalysisWindow} window
 * @returns {Place[]}
 */
function listening ({ grown }) {
  const all = grown.reduce((sum, { listener, count, before }) => sum + (listener ? count - before : 0), 0)
  return grown.flatMap(({ listener, emitter, event, count, before }) =>
    listener
      ? [
          {
            ...listener,
            share: (count - before) / all,
            of: OF_LISTENERS,
            why: `a listener for "${event}"; one ${emitter} now has ${count} of them`
          }
        ]
      : []
  )
}

module.exports = { computing, computingBeside, computingInProcess, listening, refusing, walking }
