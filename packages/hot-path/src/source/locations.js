'use strict'

// Converts sampling passes to source locations for the findings. Pure, except for the `readSource` argument.

const { rounded } = require('../util/format')
const { packageOf } = require('../util/frame-kind')
const { attribute, columnOf, frameworksIn, keepingLine, lineOf, toPlaces, walkerOf } = require('./attribution')
const { callOf, creationOf, isDirectCall, objectOf } = require('./package-calls')
const { declarationOf, retainingLine } = require('./retaining-line')
const { shorten, textAt, toPath } = require('./source')
const { fromCpuProfile, fromHeapProfile } = require('./stacks')
const { stacksOfThread } = require('./threads')
const { summarise } = require('./waits')

/** @typedef {import('../types/checkup').PlaceOptions} PlaceOptions */

/** @typedef {import('../types/pipeline').Frame} Frame */
/** @typedef {import('../types/pipeline').Place} Place */
/** @typedef {import('../types/checkup').Looks} Looks */
/** @typedef {import('../types/source').CallFrame} CallFrame */
/** @typedef {import('../types/checkup').AnalysisWindow} AnalysisWindow */
/** @typedef {Pick<AnalysisWindow, 'connections' | 'connectionsTo' | 'refusedShare'>} Limits */

const OF_BUSY = 'main-thread busy time'
const OF_REQUESTS = 'main-thread time of sampled requests'
const OF_THREADS = "the time of the server's functions in worker threads"
const OF_WAITING = 'request time'
const OF_KEPT = 'retained memory'
const OF_ALLOCATED = 'allocated memory'
const OF_REFUSED = 'failed requests'
const OF_LISTENERS = 'added listeners'
// Buffers are outside V8's heap. Above this share of the retained memory, heap size alone names the wrong function.
const MOSTLY_EXTERNAL = 0.5
// The same for entries of performance.mark() and measure(): Node keeps them until they are cleared.
const MOSTLY_TIMELINE = 0.5
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
  const stacks = fromHeapProfile(profile).filter(({ frames }) => !isExternal || frames.some(isBuffer))
  const attributed = attribute(stacks, { isMemory: true })
  const bytes = keeps ? Math.max(0, heapBytes) + Math.max(0, externalBytes) : attributed.weight
  const of = keeps ? OF_KEPT : OF_ALLOCATED
  const inTimeline = keeps ? stacks.filter(({ frames }) => frames.some(isTimeline)) : []
  const timeline = attribute(inTimeline, { isMemory: true }).spots
  const found = toPlaces(attributed, { of, functions, readSource }).map(function ({ frame, place }) {
    const each = served > 0 ? `${rounded((place.share * bytes) / served)} bytes per request` : ''
    const at = keeps ? keepingLine(frame, functions, readSource) : null
    const weight = timeline.find((spot) => isSame(spot.frame, frame))?.weight ?? 0
    const isInTimeline = weight > MOSTLY_TIMELINE * place.share * attributed.weight
    const why = [each, isInTimeline ? 'retained by the performance timeline of Node' : '', place.why].filter(Boolean)
    return {
      frame,
      place: { ...place, ...(isInTimeline ? null : at), why: why.join('; ') },
      isKeeper: at !== null || isInTimeline
    }
  })
  return [...found.filter(({ isKeeper }) => isKeeper), ...found.filter(({ isKeeper }) => !isKeeper)]
}

/**
 * @param {Looks['allocations']} look
 * @param {PlaceOptions} options
 * @returns {Place[]}
 */
function allocationPlaces (look, { readSource }) {
  return allocating(look, { readSource, keeps: false }).map(({ place }) => place)
}

/** @param {import('../types/pipeline').Frame} frame */
function isTimeline ({ file }) {
  return file === 'node:internal/perf/usertiming'
}

/** @param {import('../types/pipeline').Frame} frame */
function isBuffer ({ file }) {
  return file === 'node:buffer' || file === 'node:internal/buffer'
}

/**
 * Returns the functions that retain memory, and those that allocated it.
 *
 * @param {Pick<Looks, 'retained' | 'cpu'>} looks
 * @param {PlaceOptions} options
 * @returns {Place[]} locations that store something come before the others
 */
function keeping ({ retained, cpu }, { readSource }) {
  const found = allocating(retained, { readSource, keeps: true })
  const made = found.map(({ place }) => place)
  const held = holding(retained, { readSource })
  if (held.length === 0) return [...keepers(found, cpu, { readSource }), ...made]
  const merged = held.map(function (place) {
    const same = made.find((one) => isSamePlace(one, place))
    return same ? { ...place, why: `${place.why}; ${same.why}` } : place
  })
  return [...merged, ...made.filter((one) => !held.some((place) => isSamePlace(one, place)))]
}

/**
 * @param {Place} one
 * @param {Place} other
 */
function isSamePlace (one, other) {
  return one.file === other.file && one.line === other.line
}

/**
 * Returns the line that adds to the retainer of most of the added memory.
 *
 * @param {Looks['retained']} look
 * @param {PlaceOptions} options
 * @returns {Place[]}
 */
function holding (look, { readSource }) {
  const { retainer, functions } = look ?? {}
  if (!retainer || !functions) return []
  const at = retainingLine(retainer, { functions, readSource })
  const why = retainerText(retainer, { readSource, at })
  return at ? [{ ...at, share: retainer.share, of: OF_KEPT, why }] : []
}

/**
 * @param {import('../types/source').Retainer} retainer
 * @param {PlaceOptions & { at: { line: number } | null }} options `at`: the location that is reported
 */
function retainerText ({ path, type, file, list, entries, requests }, { readSource, at }) {
  const name = path.filter(Boolean).join('.')
  const what = list === 'PromiseReaction' ? 'callback' : list === 'Listener' ? 'listener' : 'entry'
  const each = requests > 0 ? rounded(entries / requests) : String(entries)
  const count = `${each} ${each === '1' ? what : what === 'entry' ? 'entries' : `${what}s`}${requests > 0 ? ' per request' : ''}`
  const owner = file === null ? '' : packageOf({ file })
  const line = owner ? null : declarationOf({ path, file }, { readSource })
  return [
    `${name} (${/^[AEIOU]/.test(type) ? 'an' : 'a'} ${type}${owner && ` of ${owner}`}) retains ${count}`,
    line && line !== at?.line && file !== null ? `${path[0]} is declared at ${shorten(toPath(file))}:${line}` : ''
  ].filter(Boolean).join('; ')
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

/**
 * Returns the source locations where requests wait. If they wait for a package that serves few of them at a time, such
 * as a pool, the line that creates its object comes first.
 *
 * @param {Looks} looks
 * @param {Limits} window
 * @param {PlaceOptions} options
 * @returns {Place[]}
 */
function waiting ({ waits, cpu }, window, { readSource }) {
  if (!waits) return []
  const places = summarise(waits).places.map((place) => (isJoining(place, readSource) ? atBegin(place) : place))
  const found = waitPlaces(places)
  const [first] = places
  const sources = sourcesOf(cpu?.functions, readSource, places)
  const why = first && (limitText(first, window) ?? timerText(first, window, sources))
  const at = why ? (objectOf(first.frame, sources) ?? creationOf(first.package, sources)) : null
  if (at) return [{ ...at, share: first.share, of: OF_WAITING, why: String(why) }, ...found]
  return withMiddleware(places, found, sources)
}

/**
 * @param {import('../types/agent').WaitPlace} place
 * @param {PlaceOptions['readSource']} readSource
 * @returns {boolean} whether its line only waits for parallel operations, such as with `Promise.all`
 */
function isJoining ({ frame }, readSource) {
  return /\bPromise\s*\.\s*(all|allSettled|any|race)\s*\(/.test(textAt(frame, readSource))
}

/**
 * @param {import('../types/agent').WaitPlace} place
 * @returns {import('../types/agent').WaitPlace} at the line that started what it waits for
 */
function atBegin (place) {
  return place.begunAt ? { ...place, frame: place.begunAt, calledFrom: place.frame } : place
}

/**
 * @param {import('../types/source').SourceRange[] | undefined} ran functions of the application
 * @param {PlaceOptions['readSource']} readSource
 * @param {import('../types/agent').WaitPlace[]} [places] whose files are searched first
 * @returns {import('./package-calls').Sources}
 */
function sourcesOf (ran, readSource, places = []) {
  const functions = ran ?? []
  const files = [...places.map(({ frame }) => frame.file), ...functions.map(({ file }) => file)]
  return { files: [...new Set(files)], functions, readSource }
}

/**
 * Puts the line first that sets up a middleware, if that is what waits.
 *
 * @param {import('../types/agent').WaitPlace[]} places
 * @param {Place[]} found the same
 * @param {import('./package-calls').Sources} sources
 * @param {string[]} [others] other packages that may be one
 * @returns {Place[]}
 */
function withMiddleware ([first], found, sources, others = []) {
  const name = [...(first?.middleware ?? []), ...others].find((one) => callOf(one, sources))
  const at = name ? callOf(name, sources) : null
  if (!at) return found
  return [{ ...at, share: first.share, of: OF_WAITING, why: `sets up ${name}, which ${waitText(first)}` }, ...found]
}

// Share of error responses above which waits end in errors.
const REFUSED = 0.05
// Share of the time in which a connection is busy. Idle connections mean that they are held, or leak.
const BUSY = 0.8

/**
 * @param {import('../types/agent').WaitPlace} place
 * @param {Limits} window
 * @returns {string | null} what its package limits; null if the wait does not look like a limit
 */
function limitText (place, { connections, connectionsTo }) {
  const { package: name, kind, target, share, queueShare, sharedShare, isOver } = place
  if (!name || !isOver) return null
  const to = connectionsTo.find(({ address }) => target?.includes(address))
  const waiting = share * connections
  if (to && to.busy >= BUSY * to.count && waiting >= 2 * to.count) {
    const open = to.count === 1 ? '1 connection' : `${to.count} connections`
    return `creates what ${rounded(waiting)} requests wait for at a time: ${open} of ${name} to ${to.address}, always busy`
  }
  const isQueue = target === null && (queueShare > 0.5 || (kind === 'other' && sharedShare > 0.5))
  return isQueue ? `creates what requests wait for: ${name}, which serves them one after another` : null
}

/**
 * @param {import('../types/agent').WaitPlace} place
 * @param {Limits} window
 * @param {import('./package-calls').Sources} sources
 * @returns {string | null} for a timer that an object of a package starts, such as a delay before it tries again
 */
function timerText (place, { refusedShare }, sources) {
  const { package: name, kind, frame, middleware, isOver } = place
  if (refusedShare >= REFUSED) return null // the timer is a time limit
  if (kind !== 'timer' || !isOver || !name || middleware.length > 0 || isDirectCall(name, frame, sources)) return null
  return creationText(place)
}

/** @param {import('../types/agent').WaitPlace} place */
function creationText (place) {
  return `creates the object that line ${place.frame.line} uses, which ${waitText(place)}`
}

/**
 * Returns the source locations where requests wait; for work of the thread pool, the line that started it.
 *
 * @param {Looks} looks
 * @param {PlaceOptions} options
 * @returns {Place[]}
 */
function queueing ({ waits, cpu }, { readSource }) {
  if (!waits) return []
  const places = summarise(waits).places.map((place) => (place.kind.startsWith(POOL) ? atBegin(place) : place))
  const sources = sourcesOf(cpu?.functions, readSource, places)
  const found = waitPlaces(places)
  const [first] = places
  // The level of a compression is set where its object is created, or the middleware set up.
  const isOfPackage = first?.kind === ZLIB && first.package !== '' && !isDirectCall(first.package, first.frame, sources)
  const at = isOfPackage ? objectOf(first.frame, sources) : null
  if (at) return [{ ...at, share: first.share, of: OF_WAITING, why: creationText(first) }, ...found]
  return withMiddleware(places, found, sources, isOfPackage ? [first.package] : [])
}

/**
 * @param {import('../types/agent').WaitPlace[]} places
 * @returns {Place[]}
 */
function waitPlaces (places) {
  return places.map((place) => ({
    file: place.frame.file,
    line: place.frame.line,
    column: place.frame.column,
    function: place.frame.function,
    share: place.share,
    of: OF_WAITING,
    why: waitText(place)
  }))
}

/** @param {import('../types/agent').WaitPlace} place */
function waitText ({ kind, target, meanMs, perRequest, queueShare, releasedBy, oneAfterAnother, waitsAt, calledFrom }) {
  const isQueue = queueShare > 0.5
  const what = isQueue ? 'waits in a queue until another request releases the resource' : kind === 'other' ? 'waits' : `waits for ${named(kind)}`
  return [
    `${what}${target ? ` (${target})` : ''}, ${rounded(meanMs)} ms each time`,
    isQueue && releasedBy ? `released at ${baseOf(releasedBy.file)}:${releasedBy.line}` : '',
    oneAfterAnother ? `${rounded(perRequest)} times per request, one after another` : '',
    waitsAt ? `in ${waitsAt.function} ${baseOf(waitsAt.file)}:${waitsAt.line}` : '',
    calledFrom ? `called from ${calledFrom.function} ${baseOf(calledFrom.file)}:${calledFrom.line}` : ''
  ]
    .filter(Boolean)
    .join('; ')
}

const ARTICLES = new Map([
  ['timer', 'a '],
  ['network', 'the '],
  ['thread pool', 'the '],
  ['worker thread', 'a '],
  ['child process', 'a ']
])

/** @param {string} kind of wait */
function named (kind) {
  const [what, which] = kind.split(': ')
  return `${ARTICLES.get(what) ?? ''}${what}${which ? ` (${which})` : ''}`
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

/** @param {string} file */
function baseOf (file) {
  return file.split(/[\\/]/).at(-1)
}

// Kinds of waits for work in other threads.

const POOL = 'thread pool: '
const ZLIB = `${POOL}zlib`
const WORKER = 'worker thread'
// Smaller shares of the time of the requests are not reported.
const NAMED = 0.1

/**
 * @param {Record<string, number> | null} shares of the time of the requests, by kind of wait
 * @returns {{ work: string, share: number }[]} the shares of waits for other threads, largest first
 */
function poolShares (shares) {
  return Object.entries(shares ?? {})
    .filter(([kind, share]) => (kind.startsWith(POOL) || kind === WORKER) && share >= NAMED)
    .map(([kind, share]) => ({ work: kind.replace(POOL, ''), share }))
    .sort((a, b) => b.share - a.share)
}

/**
 * @param {Record<string, number> | null} shares of the time of the requests, by kind of wait
 * @returns {number} the share of waits for Node's thread pool, without worker threads
 */
function nodePoolShare (shares) {
  return poolShares(shares).reduce((sum, { work, share }) => (work === WORKER ? sum : sum + share), 0)
}

module.exports = {
  allocationPlaces,
  computing,
  computingBeside,
  computingInProcess,
  keeping,
  listening,
  nodePoolShare,
  POOL,
  poolShares,
  producing,
  queueing,
  refusing,
  waiting,
  waitPlaces,
  walking,
  WORKER
}
