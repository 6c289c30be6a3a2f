'use strict'

// Source locations of CPU time, of error responses, and of listeners. Pure, except for the `readSource` argument.

const { rounded } = require('../util/format')
const { isDependency, packageOf } = require('../util/frame-kind')
const { attribute, frameworksIn, isResumable, isSamePlace, rangeOf, toPlaces, walkerOf } = require('./attribution')
const { callOf, creationOf, lineWith, loadOf, positionAt, sourcesOf } = require('./package-calls')
const { textAt } = require('./source')
const { blocksIn, fromCpuProfile } = require('./stacks')
const { stacksOfThread } = require('./threads')

/** @typedef {import('../types/checkup').PlaceOptions} PlaceOptions */
/** @typedef {import('../types/pipeline').Frame} Frame */
/** @typedef {import('../types/pipeline').Place} Place */
/** @typedef {import('../types/pipeline').WeightedStack} WeightedStack */
/** @typedef {import('../types/checkup').Looks} Looks */
/** @typedef {import('../types/source').CallFrame} CallFrame */

const OF_BUSY = 'main-thread busy time'
const OF_REQUESTS = 'main-thread time of sampled requests'
const OF_THREADS = "the time of the server's functions in worker threads"
const OF_REFUSED = 'failed requests'
const OF_LISTENERS = 'added listeners'
const OF_BLOCKS = 'the time of long blocks'
const OF_WATCHED = 'watched files'
// `fs.watchFile`, and the option of packages that use it.
const POLLS = /\bwatchFile\s*\(|\busePolling\b(?!\s*[:=]\s*false)/
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
  if (found[0]?.share >= ANSWER) return found
  const others = started[0]?.share >= ANSWER ? started : settingUp(cpu, options)
  return [...others, ...found.filter((one) => !others.some((place) => isSamePlace(one, place)))]
}

/**
 * Returns where the application sets up the package that takes most of the time, if a framework calls the package: a
 * plugin, a template engine.
 *
 * @param {Looks['cpu']} cpu
 * @param {PlaceOptions} options
 * @returns {Place[]} at most one; empty if that package takes less than ANSWER of the time
 */
function settingUp (cpu, options) {
  if (!cpu?.profile) return []
  const stacks = fromCpuProfile(cpu.profile)
  const sources = sourcesOf(cpu.functions, options)
  const others = stacks.filter(({ frames }) => !frames.some(({ kind }) => kind === 'app'))
  // A program that serves no requests has no framework.
  const outermost = heaviestFirst(others, (names) => names.slice(0, 1))
  const [framework] = cpu.served === 0 ? [] : outermost
  const places = packagesIn(others, stacks)
    .filter(({ name }) => name !== framework?.name)
    .flatMap(function ({ name, share }) {
      const at = creationOf(name, sources) ?? callOf(name, sources) ?? loadOf(name, sources)
      return at ? [{ ...at, share, of: OF_BUSY, why: setUpText(name) }] : []
    })
  return places.slice(0, 1)
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
    .filter(({ frame, ms }) => ms >= LEAST_STARTED * runningMs && !isDependency(frame.file)) // of a bundled package
    .map(({ frame, ms }) => ({
      ...frame,
      share: ms / runningMs,
      of: OF_REQUESTS,
      why: 'starts asynchronous work that runs for this share'
    }))
}

// A line that only passes a request on to the next middleware.
const PASSES_ON = /^\s*(?:(?:const|let|var)\s+[\w$]+\s*=\s*)?(?:(?:return|await)\s+)*next\s*\(/

/**
 * @param {Place} place
 * @param {Looks['cpu']} cpu
 * @param {PlaceOptions} options
 * @returns {Place} where the application sets up the package that takes most of the time, if the line only passes the
 *   request on; else the same
 */
function setUpOf (place, cpu, options) {
  if (!PASSES_ON.test(textAt(place, options.readSource)) || !cpu?.profile) return place
  const sources = sourcesOf(cpu.functions, options)
  const stacks = fromCpuProfile(cpu.profile)
  const [setUp] = packagesIn(stacks, stacks)
    .map(({ name }) => ({ name, at: creationOf(name, sources) ?? callOf(name, sources) }))
    .filter(({ at }) => at !== null)
  return setUp ? { ...place, ...setUp.at, why: setUpText(setUp.name) } : place
}

/** @param {string} name of a package */
function setUpText (name) {
  return `sets up ${name}, which takes this time`
}

/**
 * @param {WeightedStack[]} some of the stacks
 * @param {WeightedStack[]} all
 * @returns {{ name: string, share: number }[]} packages on stacks with ANSWER of the time of all, frameworks last, then
 *   by share
 */
function packagesIn (some, all) {
  const frameworks = frameworksIn(all)
  const total = all.reduce((sum, { weight }) => sum + weight, 0)
  return heaviestFirst(some, (names) => [...new Set(names)])
    .map(({ name, weight }) => ({ name, share: weight / total }))
    .filter(({ share }) => share >= ANSWER)
    .sort((a, b) => Number(frameworks.has(a.name)) - Number(frameworks.has(b.name)))
}

/**
 * @param {WeightedStack[]} stacks
 * @param {(names: string[]) => string[]} choose which packages of a stack count, outermost first
 * @returns {{ name: string, weight: number }[]} packages by weight
 */
function heaviestFirst (stacks, choose) {
  /** @type {Map<string, number>} */
  const weights = new Map()
  for (const { frames, weight } of stacks) {
    const names = choose(frames.map(packageOf).filter(Boolean))
    for (const name of names) weights.set(name, (weights.get(name) ?? 0) + weight)
  }
  return [...weights].map(([name, weight]) => ({ name, weight })).sort((a, b) => b.weight - a.weight)
}

/**
 * Returns CPU hot spots, starting with the line that registers a callback once more for each request, or with the
 * function that iterates over a growing collection.
 *
 * @param {Looks} looks
 * @param {PlaceOptions} options
 * @returns {Place[]}
 */
function walking ({ cpu }, { readSource }) {
  if (!cpu?.profile) return []
  const { functions } = cpu
  const attributed = attribute(fromCpuProfile(cpu.profile))
  const walker = walkerOf(attributed.spots)
  const found = toPlaces(attributed, { of: OF_BUSY, functions, readSource })
  const isWalker = (/** @type {{ frame: Frame }} */ { frame }) => frame === walker?.frame
  const [first] = walker ? [] : found
  const registered = first ? registeredAt(first, functions, readSource) : null
  const places = [...found.filter(isWalker), ...found.filter((one) => !isWalker(one))].map(({ place }) => place)
  return registered ? [registered, ...places.filter((one) => !isSamePlace(one, registered))] : places
}

// A request that calls a function so often calls it once for each registration.
const REGISTERED = 100

/**
 * @param {{ frame: Frame, place: Place }} hottest of a server whose requests become slower and slower
 * @param {import('../types/source').SourceRange[]} functions
 * @param {PlaceOptions['readSource']} readSource
 * @returns {Place | null} the line that passes the function on, as a callback, if each request calls it very often
 */
function registeredAt ({ frame, place }, functions, readSource) {
  const source = readSource(place.file)
  const range = source === null ? null : rangeOf(frame, functions, source)
  const perRequest = range?.perRequest ?? 0
  if (source === null || !range || perRequest < REGISTERED) return null
  const index = passedOnAt(range, source)
  if (index === null) return null
  const calls = isResumable(range, source) ? 'calls and resumes' : 'calls'
  const why = `passes on ${range.name || 'a function'}, which a request then ${calls} ${rounded(perRequest)} times`
  return { ...place, ...positionAt(source, { file: place.file, index }, functions), why }
}

/**
 * @param {import('../types/source').SourceRange} callback
 * @param {string} source
 * @returns {number | null} the offset where it is an argument: of its only mention by name, or where it is written
 */
function passedOnAt ({ name, from }, source) {
  if (/[(,]\s*(?:async\s*)?$/.test(source.slice(Math.max(0, from - 100), from))) return from
  if (!/^[\w$]+$/.test(name)) return null
  const mentions = [...source.matchAll(new RegExp(`[(,]\\s*(?=${name.replaceAll('$', '\\$')}\\s*[,)])`, 'g'))]
  return mentions.length === 1 ? mentions[0].index + mentions[0][0].length : null
}

// Share of the time of the hottest function that it spends itself if it iterates.
const ITERATES = 0.5

/**
 * @param {Looks} looks
 * @returns {boolean} whether the application's hottest function, or its caller, iterates itself; if not, a package does
 */
function isOwnIteration ({ cpu }) {
  const { spots } = attribute(cpu?.profile ? fromCpuProfile(cpu.profile) : [])
  const [first] = spots
  return first !== undefined && (walkerOf(spots) !== null || first.own >= ITERATES * first.weight)
}

/**
 * @param {import('../types/agent').CpuSampling} cpu
 * @param {string} of the whole to which the shares refer
 * @param {PlaceOptions} options
 * @returns {Place[]}
 */
function computingIn ({ profile, functions }, of, options) {
  if (!profile) return []
  const sources = sourcesOf(functions, options)
  const { readSource } = options
  const found = toPlaces(attribute(fromCpuProfile(profile)), { of, functions, readSource })
  return found.map(function ({ place, middleware }) {
    const at = middleware ? callOf(middleware, sources) : null
    return at ? { ...place, ...at, why: setUpText(middleware) } : place
  })
}

/**
 * Returns what runs while the event loop is blocked for long, now and then.
 *
 * @param {Looks} looks
 * @param {number} leastMs length of a block
 * @param {PlaceOptions} options
 * @returns {Place[]} empty if no such block happened while the profile was taken
 */
function stalling ({ cpu }, leastMs, options) {
  const profile = cpu?.profile ? blocksIn(cpu.profile, leastMs) : null
  if (!cpu || !profile) return []
  // No framework: what runs is not a request.
  const blocks = { ...cpu, profile, served: 0 }
  const found = computingIn(blocks, OF_BLOCKS, options)
  if (found[0]?.share >= ANSWER) return found
  return [...settingUp(blocks, options).map((place) => ({ ...place, of: OF_BLOCKS })), ...found]
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
 * Returns the line that makes Node poll files. Polling runs no JavaScript until a file changes, so no profile shows it.
 *
 * @param {Looks} looks
 * @param {PlaceOptions} options
 * @returns {Place[]} at most one
 */
function polling ({ cpu }, options) {
  const at = lineWith(POLLS, sourcesOf(cpu?.functions, options))
  return at ? [{ ...at, share: 1, of: OF_WATCHED, why: 'polls the files, instead of watching them' }] : []
}

/**
 * Returns the lines that throw, or set the status of an error response; if a package sets it, where the application
 * calls the package.
 *
 * @param {Looks} looks
 * @param {PlaceOptions} options
 * @returns {Place[]}
 */
function refusing ({ refusals: look, cpu }, options) {
  if (!look?.refusals.length) return []
  /** @type {Map<string, { at: CallFrame, count: number, statuses: Set<number>, message: string, by: string }>} */
  const found = new Map()
  const frameworks = frameworksIn(cpu?.profile ? fromCpuProfile(cpu.profile) : [])
  const sources = sourcesOf(cpu?.functions, options)
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

module.exports = {
  computing,
  computingBeside,
  computingInProcess,
  isOwnIteration,
  listening,
  polling,
  refusing,
  stalling,
  walking
}
