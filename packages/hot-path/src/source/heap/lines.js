'use strict'

// Source locations of memory: the lines that allocate it, and those that retain it. Pure, except for the `readSource`
// argument.

const { rounded } = require('../../util/format')
const { packageOf } = require('../../util/frame-kind')
const { attribute, columnOf, isSamePlace, keepingLine, lineOf, toPlaces } = require('../attribution')
const { isDirectCall } = require('../package-calls')
const { callOn, isImported } = require('../package-names')
const { declarationOf, retainingLine } = require('../retaining-line')
const { shorten, textAt, toPath } = require('../source')
const { fromCpuProfile, fromHeapProfile } = require('../stacks')

/** @typedef {import('../../types/checkup').PlaceOptions} PlaceOptions */
/** @typedef {import('../../types/pipeline').Frame} Frame */
/** @typedef {import('../../types/pipeline').Place} Place */
/** @typedef {import('../../types/checkup').Looks} Looks */

const OF_KEPT = 'retained memory'
// Share of the allocations that are still in use.
const MOSTLY_MADE = 0.5
const OF_LEFT = 'allocations still in use'
const OF_ALLOCATED = 'allocated memory'
const OF_WORKERS = 'memory of started worker threads on the main heap'
// Buffers are outside V8's heap. Above this share of the retained memory, heap size alone names the wrong function.
const MOSTLY_EXTERNAL = 0.5
// The same for entries of performance.mark() and measure(): Node keeps them until they are cleared.
const MOSTLY_TIMELINE = 0.5

/**
 * Returns the functions that allocate memory or, with `keeps`, retained memory.
 *
 * @param {Looks['retained']} look
 * @param {{ readSource: PlaceOptions['readSource'], keeps: boolean }} options
 * @returns {{ frame: Frame, place: Place, isKeeper: boolean }[]} source locations with their functions. With `keeps`,
 *   functions that store something (`isKeeper`, see keepingLine) come before the others
 */
function allocating (look, { readSource, keeps }) {
  if (!look?.profile) return []
  const { profile, functions, served, before, metrics } = look
  const heapBytes = metrics.heapUsedBytes - before.metrics.heapUsedBytes
  const externalBytes = metrics.externalBytes - before.metrics.externalBytes
  const isExternal = keeps && externalBytes > MOSTLY_EXTERNAL * Math.max(1, heapBytes + externalBytes)
  const all = fromHeapProfile(profile)
  const ofBuffers = isExternal ? all.filter(({ frames }) => frames.some(isBuffer)) : []
  const stacks = ofBuffers.length > 0 ? ofBuffers : all
  const attributed = attribute(stacks, { isMemory: true })
  const bytes = keeps ? Math.max(0, heapBytes) + Math.max(0, externalBytes) : attributed.weight
  const of = keeps ? OF_LEFT : OF_ALLOCATED
  const inTimeline = keeps ? stacks.filter(({ frames }) => frames.some(isTimeline)) : []
  const timeline = attribute(inTimeline, { isMemory: true }).spots
  const found = toPlaces(attributed, { of, functions, readSource }).map(function ({ frame, place }) {
    const each = served > 0 ? `${rounded((place.share * bytes) / served)} bytes per request` : ''
    const weight = timeline.find((spot) => isSame(spot.frame, frame))?.weight ?? 0
    const isInTimeline = weight > MOSTLY_TIMELINE * place.share * attributed.weight
    const at = keeps && !isInTimeline ? keepingLine(frame, functions, readSource) : null
    // What another line of the function calls is not said of the line that stores something.
    const calls = at && at.line !== place.line ? '' : place.why
    const why = [each, isInTimeline ? 'retained by the performance timeline of Node' : '', calls].filter(Boolean)
    return { frame, place: { ...place, ...at, why: why.join('; ') }, isKeeper: at !== null || isInTimeline }
  })
  return [...found.filter(({ isKeeper }) => isKeeper), ...found.filter(({ isKeeper }) => !isKeeper)]
}

/**
 * @param {Looks['allocations']} look
 * @param {PlaceOptions & { keeps?: boolean }} options `keeps`: only what is retained
 * @returns {Place[]}
 */
function allocationPlaces (look, { readSource, keeps = false }) {
  return allocating(look, { readSource, keeps }).map(({ place }) => place)
}

/**
 * Returns the lines that start worker threads.
 *
 * @param {Pick<Looks, 'retained'>} looks
 * @param {PlaceOptions} options
 * @returns {Place[]}
 */
function startingWorkers ({ retained }, { readSource }) {
  if (!retained?.profile) return []
  const stacks = fromHeapProfile(retained.profile).filter(({ frames }) => frames.some(isWorkerStart))
  const attributed = attribute(stacks, { isMemory: true })
  const found = toPlaces(attributed, { of: OF_WORKERS, functions: retained.functions, readSource })
  return found.map(({ place }) => place)
}

/**
 * Returns where the application makes a package add listeners.
 *
 * @param {Place} listener of the package
 * @param {Looks['retained']} look
 * @param {PlaceOptions} options
 * @returns {Place[]} at most one: the line whose calls into the listener's file allocate most of what is still in use
 */
function addingFor (listener, look, { readSource }) {
  if (!look?.profile) return []
  const added = toPath(listener.file)
  const stacks = fromHeapProfile(look.profile).filter(function ({ frames }) {
    const at = frames.findLastIndex(({ kind }) => kind === 'app')
    return at >= 0 && frames.slice(at + 1).some(({ file }) => file !== null && toPath(file) === added)
  })
  const { of, share } = listener
  const [found] = toPlaces(attribute(stacks, { isMemory: true }), { of, functions: look.functions, readSource })
  return found ? [{ ...found.place, share, why: `adds, through ${packageOf(listener)}, ${listener.why}` }] : []
}

/** @param {import('../../types/pipeline').Frame} frame */
function isWorkerStart ({ file, name }) {
  return file === 'node:internal/worker' && name === 'Worker'
}

/** @param {import('../../types/pipeline').Frame} frame */
function isTimeline ({ file }) {
  return file === 'node:internal/perf/usertiming'
}

/** @param {import('../../types/pipeline').Frame} frame */
function isBuffer ({ file }) {
  return file === 'node:buffer' || file === 'node:internal/buffer'
}

// Growth of a smaller share of all threads' is not reported.
const LEAST_OF_THREAD = 0.1

/**
 * Returns the functions that retain memory, and those that allocated it.
 *
 * @param {Pick<Looks, 'retained' | 'cpu'>} looks
 * @param {PlaceOptions} options
 * @returns {Place[]} of the thread that retains most first; of each thread, locations that store something first
 */
function keeping ({ retained, cpu }, options) {
  const places = keepingIn({ retained, cpu }, options)
  if (!retained?.threads?.length) return places
  const { threads, served } = retained
  const own = { bytes: keptBytes(retained), places }
  const others = threads.map(function ({ title, ...thread }) {
    const found = keepingIn({ retained: { ...thread, served } }, options)
    return { bytes: keptBytes(thread), places: found.map((place) => ({ ...place, of: `${place.of} in ${title}` })) }
  })
  const bytes = [own, ...others].reduce((sum, one) => sum + one.bytes, 0)
  return [own, ...others]
    .filter((one) => one === own || one.bytes >= LEAST_OF_THREAD * bytes)
    .sort((a, b) => b.bytes - a.bytes)
    .flatMap((one) => one.places)
}

/**
 * @param {Pick<import('../../types/checkup').HeapSampling, 'before' | 'metrics'>} look
 * @returns {number} growth of the memory in use of one thread, in bytes
 */
function keptBytes ({ before, metrics }) {
  const { heapUsedBytes, externalBytes } = before.metrics
  return metrics.heapUsedBytes + metrics.externalBytes - heapUsedBytes - externalBytes
}

/**
 * @param {Pick<Looks, 'retained' | 'cpu'>} looks of one thread
 * @param {PlaceOptions} options
 * @returns {Place[]}
 */
function keepingIn ({ retained, cpu }, { readSource }) {
  const found = allocating(retained, { readSource, keeps: true })
  const made = found.map(({ place }) => place)
  const held = holding(retained, { readSource }).map((place) => atCall(place, made, { retained, readSource }))
  if (held.length === 0) {
    const others = [...keepers(found, cpu, { readSource }), ...made]
    return others.length > 0 ? others : declaring(retained, { readSource })
  }
  const merged = held.map(function (place) {
    const same = made.find((one) => isSamePlace(one, place))
    return same ? { ...place, why: `${place.why}; ${same.why}` } : place
  })
  return [...merged, ...made.filter((one) => !held.some((place) => isSamePlace(one, place)))]
}

/**
 * @param {Place} place where the application first calls the package that retains memory
 * @param {Place[]} made the lines that allocate it
 * @param {PlaceOptions & { retained: Looks['retained'] }} options
 * @returns {Place} at the call of the package that allocates most of the memory, if there is one
 */
function atCall (place, made, { retained, readSource }) {
  const { file = null, entryAt = null, path: [variable] = [''] } = retained?.retainer ?? {}
  if (file === null || entryAt) return place
  const name = packageOf({ file })
  const sources = { files: [], functions: [], readSource }
  const isOfPackage = name === '' && isImported(variable, readSource(toPath(file)) ?? '')
  const isCall = (/** @type {Place} */ one) =>
    name ? isDirectCall(name, one, sources) : isOfPackage && callOn([variable]).test(textAt(one, readSource))
  const call = made.find((one) => one.share >= MOSTLY_MADE && isCall(one))
  return call ? { ...place, file: call.file, line: call.line, column: call.column, function: call.function } : place
}

// Entries for each request. What has fewer leads to what grows, but the line that adds to that is another one.
const LEAST_ENTRIES = 0.1

/**
 * @param {Looks['retained']} look
 * @returns {import('../../types/source').Retainer | null}
 */
function retainerOf (look) {
  const retainer = look?.retainer
  return retainer && retainer.entries >= LEAST_ENTRIES * retainer.requests ? retainer : null
}

/**
 * Returns the line that adds to the retainer of most of the added memory.
 *
 * @param {Looks['retained']} look
 * @param {PlaceOptions} options
 * @returns {Place[]}
 */
function holding (look, { readSource }) {
  const retainer = retainerOf(look)
  if (!retainer || !look?.functions) return []
  const { functions } = look
  const at = retainingLine(retainer, { functions, readSource })
  const why = retainerText(retainer, { readSource, at })
  return at ? [{ ...at, share: retainer.share, of: OF_KEPT, why }] : []
}

/**
 * @param {import('../../types/source').Retainer} retainer
 * @param {PlaceOptions & { at: { line: number } | null }} options `at`: the location that is reported
 */
function retainerText ({ path, file, list, entries, requests, ...retainer }, { readSource, at }) {
  const type = retainer.type.replace('system / Context', 'function scope')
  const name = path.filter(Boolean).join('.')
  const what = list === 'PromiseReaction' ? 'callback' : list === 'Listener' ? 'listener' : 'entry'
  const each = requests > 0 ? rounded(entries / requests) : String(entries)
  const count = `${each} ${each === '1' ? what : what === 'entry' ? 'entries' : `${what}s`}${requests > 0 ? ' per request' : ''}`
  const owner = file === null ? '' : packageOf({ file })
  const line = owner ? null : declarationOf({ path, file }, { readSource })
  const kind = `${/^[AEIOU]/.test(type) ? 'an' : 'a'} ${type}${owner && ` of ${owner}`}`
  return [
    `${retainer.isInside ? `${kind} in ${name}` : `${name} (${kind})`} retains ${count}`,
    line && line !== at?.line && file !== null ? `${path[0]} is declared at ${shorten(toPath(file))}:${line}` : ''
  ].filter(Boolean).join('; ')
}

/**
 * @param {Looks['retained']} look
 * @param {PlaceOptions} options
 * @returns {Place[]} the line that declares the retainer of most of the added memory
 */
function declaring (look, { readSource }) {
  const retainer = retainerOf(look)
  const line = retainer ? declarationOf(retainer, { readSource }) : null
  if (!retainer || line === null) return []
  const file = toPath(String(retainer.file))
  const why = retainerText(retainer, { readSource, at: { line } })
  return [{ file, line, column: 1, function: '(anonymous)', share: retainer.share, of: OF_KEPT, why }]
}

/**
 * Finds the retaining function if no retainer has a name: the allocating function often calls it.
 *
 * @param {ReturnType<typeof allocating>} found
 * @param {Looks['cpu']} cpu
 * @param {PlaceOptions} options
 * @returns {Place[]}
 */
function keepers ([maker], cpu, { readSource }) {
  if (!maker || maker.isKeeper || !cpu?.profile) return []
  const isMaker = (/** @type {Frame} */ frame) => isSame(frame, maker.frame)
  const together = fromCpuProfile(cpu.profile).filter(({ frames }) => frames.some(isMaker))
  const found = attribute(together).spots.flatMap(function ({ frame }) {
    const at = isMaker(frame) ? null : keepingLine(frame, cpu.functions, readSource)
    const { share, of } = maker.place
    const why = `retains objects that ${maker.frame.name} allocates at line ${maker.place.line}`
    return at ? [{ file: String(frame.file), ...at, function: frame.name, share, of, why }] : []
  })
  return found.slice(0, 1)
}

/**
 * Returns the functions that allocate the memory that the garbage collector has to free.
 *
 * @param {Looks} looks
 * @param {PlaceOptions} options
 * @returns {Place[]}
 */
function producing ({ allocations, cpu }, { readSource }) {
  const busy = cpu?.profile ? attribute(fromCpuProfile(cpu.profile)).spots : []
  return allocating(allocations, { readSource, keeps: false }).map(function ({ frame, place }) {
    // The heap profiler reports only the function, so assume that its line with the most CPU time allocates.
    const same = busy.find((spot) => isSame(spot.frame, frame))
    const line = same && lineOf(same)
    return line ? { ...place, line, column: columnOf(place.file, line, readSource) } : place
  })
}

/**
 * @param {Frame} one
 * @param {Frame} other
 * @returns {boolean} whether they are the same function
 */
function isSame (one, other) {
  return one.file === other.file && one.line === other.line && one.name === other.name
}

module.exports = { addingFor, allocationPlaces, holding, keeping, keptBytes, producing, startingWorkers }
