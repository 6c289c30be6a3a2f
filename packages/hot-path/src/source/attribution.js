'use strict'

// Converts stacks to source locations in the application. Pure, except for the `readSource` argument.

const { callOn, importOf, literal } = require('./package-names')
const { rounded } = require('../util/format')
const { packageOf } = require('../util/frame-kind')
const { lineIndexAt, lineStarts, textAt } = require('./source')

/** @typedef {import('../types/source').SourceRange} SourceRange */
/** @typedef {import('../types/source').ReadSource} ReadSource */
/** @typedef {import('../types/source').BusyWith} BusyWith */

/** @typedef {import('../types/pipeline').Frame} Frame */
/** @typedef {import('../types/pipeline').WeightedStack} WeightedStack */
/** @typedef {import('../types/pipeline').Place} Place */

// Node's modules that receive requests and send responses. Other modules (fs, crypto, zlib) run only because the server
// calls them.
const SERVING =
  /^node:(_http_|http|net|_tls_|tls|stream|_stream|internal\/(streams|http|stream_base|js_stream|webstreams|deps\/undici))/

// Node's modules that receive data from sockets.
const RECEIVING = /^node:(_http_server|_http_common|http2|internal\/(http2|stream_base_commons))/

// Node's HTTP clients.
const ASKING = /^node:(_http_client|_http_agent|https?$|internal\/deps\/undici)/

// Calls that block the thread until a file or a program has responded. Computation (hashing, compressing) is not
// waiting, even if it is synchronous.
const SYNCHRONOUS = /Sync$/
const WAITED_FOR = /^node:(fs|child_process|internal\/(fs|child_process))/

// Functions with a smaller share are not reported.
const LEAST_SHARE = 0.02
const MOST_PLACES = 5
// A caller loops over a function if its calls cause at least MOSTLY of the function's cost, and the caller's self cost
// is at least LOOPS of the function's cost.
const MOSTLY = 0.5
const LOOPS = 0.2
// Calls that match a regular expression.
const MATCHES = /\.(?:test|exec|match|matchAll|replace|replaceAll|search|split)\(/
// Built-in functions that may take long. V8 counts their time as that of the function which calls them.
const BUILT_IN = new RegExp(
  `\\bJSON\\.(?:parse|stringify)\\b|\\bstructuredClone\\b|\\bIntl\\.|\\.toLocale\\w+\\(|\\.(?:sort|toSorted)\\(|${MATCHES.source}`,
  'g'
)
// V8's name for the machine code of a regular expression, before the expression.
const REGEXP = 'RegExp: '
// Longer expressions are not quoted.
const LONGEST_EXPRESSION = 60
// Fewer calls per request are not reported.
const REPEATED = 1.5
const RESUMED = 10
const RESUMABLE = /^(?:async\b|\*|function\s*\*)/
const LONGEST_START = 20
// Calls of one function within another that are told.
const MOST_CALLS = 5

/**
 * @typedef {object} Spot the cost of an application function, including its callees except other application functions
 * @property {Frame} frame
 * @property {number} weight
 * @property {number} own the self cost
 * @property {Map<number, number>} lines self cost by line, if the profiler reports lines
 * @property {Map<string, { frame: Frame, weight: number }>} called its direct callees, by name
 * @property {Map<string, { frame: Frame, weight: number, depth: number }>} below all functions below it, by name and
 *   file; `depth`: the greatest number of calls between
 * @property {Map<string, number>} middleware weight of packages that a framework called, by name
 * @property {Map<Spot, number>} callers application functions that called it, with its cost for each
 */

/**
 * @param {WeightedStack[]} stacks
 * @param {{ isMemory?: boolean }} [options] `isMemory`: memory that Node allocates counts for the calling function
 * @returns {{ busyWith: BusyWith, packageShare: number, spots: Spot[], weight: number, isMemory: boolean }}
 *   `packageShare`: the part of `busyWith.framework` in packages that do not serve requests, such as a template engine;
 *   `spots`: by weight, largest first
 */
function attribute (stacks, { isMemory = false } = {}) {
  const packages = { frameworks: frameworksIn(stacks), clients: clientsIn(stacks), serving: servingIn(stacks) }
  /** @type {Map<string, Spot>} */
  const spots = new Map()
  const sums = { own: 0, framework: 0, client: 0, node: 0, garbageCollector: 0, synchronousCalls: 0 }
  let weight = 0
  let packageWeight = 0
  for (const { frames, weight: w, lines = [] } of stacks) {
    weight += w
    const at = frames.findLastIndex(({ kind }) => kind === 'app')
    const below = frames.slice(at + 1)
    const kind = kindOf(frames, at, below, packages)
    sums[kind] += w
    if (kind === 'framework' && at < 0 && !packages.serving.has(packageOf(innermostDependency(frames)))) packageWeight += w
    if (kind === 'own' && below.some(isSynchronousCall)) sums.synchronousCalls += w
    if (at < 0 || (!isMemory && (kind === 'node' || kind === 'garbageCollector'))) continue
    const spot = spotOf(spots, frames[at])
    spot.weight += w
    const caller = frames.slice(0, at).findLast(({ kind }) => kind === 'app')
    if (caller) {
      const by = spotOf(spots, caller)
      spot.callers.set(by, (spot.callers.get(by) ?? 0) + w)
    }
    if (below.length === 0) {
      spot.own += w
      for (const { line, weight } of lines) spot.lines.set(line, (spot.lines.get(line) ?? 0) + weight)
    } else {
      const [callee] = below
      const called = spot.called.get(callee.name) ?? { frame: callee, weight: 0 }
      called.weight += w
      spot.called.set(callee.name, called)
      const name = packages.frameworks.has(packageOf(callee)) ? middlewareIn(below, packages.frameworks) : ''
      if (name) spot.middleware.set(name, (spot.middleware.get(name) ?? 0) + w)
      const depths = new Map(below.map((frame, depth) => [`${frame.name} ${frame.file}`, { frame, depth }]))
      for (const [key, { frame, depth }] of depths) {
        const known = spot.below.get(key) ?? { frame, weight: 0, depth }
        spot.below.set(key, { frame, weight: known.weight + w, depth: Math.max(known.depth, depth) })
      }
    }
  }
  const share = (/** @type {number} */ part) => (weight ? part / weight : 0)
  return {
    busyWith: {
      own: share(sums.own),
      framework: share(sums.framework),
      client: share(sums.client),
      node: share(sums.node),
      garbageCollector: share(sums.garbageCollector),
      synchronousCalls: share(sums.synchronousCalls)
    },
    packageShare: share(packageWeight),
    // Functions without weight are recorded only as callers.
    spots: [...spots.values()].filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight),
    weight,
    isMemory
  }
}

/** @param {Frame} frame */
function isSynchronousCall ({ file, name }) {
  return file !== null && WAITED_FOR.test(file) && SYNCHRONOUS.test(name)
}

/**
 * @param {Frame[]} frames
 * @param {number} at of the innermost frame of the application
 * @param {Frame[]} below
 * @param {{ frameworks: Set<string>, clients: Set<string> }} packages
 * @returns {Exclude<keyof BusyWith, 'synchronousCalls'>}
 */
function kindOf (frames, at, below, { frameworks, clients }) {
  const leaf = frames.at(-1)
  if (leaf?.name === '(garbage collector)') return 'garbageCollector'
  if (frames.some((frame) => isAsking(frame) || clients.has(packageOf(frame)))) return 'client'
  // A stream calls a package, such as a parser.
  if (at < 0 && leaf?.kind === 'dependency' && !frames.some(isReceiving)) return 'framework'
  if (below.some(({ file }) => file !== null && SERVING.test(file))) return 'node'
  if (at >= 0) {
    const packages = below.filter(({ kind }) => kind === 'dependency').map(packageOf)
    return packages.length > 0 && packages.every((name) => frameworks.has(name)) ? 'framework' : 'own'
  }
  return frames.some(({ kind }) => kind === 'dependency') ? 'framework' : 'node'
}

/**
 * @param {Frame[]} below frames below a call of a framework, such as `next()`
 * @param {Set<string>} frameworks
 * @returns {string} the outermost other package that they call; empty if there is none
 */
function middlewareIn (below, frameworks) {
  return below.map(packageOf).find((name) => name && !frameworks.has(name)) ?? ''
}

/**
 * @param {WeightedStack[]} stacks
 * @returns {Set<string>} packages that call functions of the application, such as routers
 */
function frameworksIn (stacks) {
  const found = new Set()
  for (const { frames } of stacks) {
    const first = frames.findIndex(({ kind }) => kind === 'app')
    for (const frame of frames.slice(0, Math.max(0, first))) if (frame.kind === 'dependency') found.add(packageOf(frame))
  }
  return found
}

/**
 * @param {WeightedStack[]} stacks
 * @returns {Set<string>} packages that Node's HTTP server calls, directly or through others, before the application
 *   runs; and those that other sockets call, such as drivers of databases
 */
function servingIn (stacks) {
  const found = new Set()
  for (const { frames } of stacks) {
    const from = frames.findIndex(isReceiving)
    if (from < 0) continue
    const first = frames.findIndex(({ kind }) => kind === 'app')
    const called = frames.slice(from, first < 0 ? frames.length : Math.max(from, first))
    for (const frame of called) if (frame.kind === 'dependency') found.add(packageOf(frame))
  }
  return found
}

/**
 * @param {Frame[]} frames
 * @returns {{ file: string | null }}
 */
function innermostDependency (frames) {
  return frames.findLast(({ kind }) => kind === 'dependency') ?? { file: null }
}

/** @param {Frame} frame */
function isLoading ({ file }) {
  return file !== null && file.startsWith('node:internal/modules/')
}

/** @param {Frame} frame */
function isReceiving ({ file }) {
  return file !== null && RECEIVING.test(file)
}

/** @param {Frame} frame */
function isAsking ({ file }) {
  return file !== null && ASKING.test(file)
}

/**
 * @param {WeightedStack[]} stacks
 * @returns {Set<string>} packages through which the application sends upstream requests, such as axios
 */
function clientsIn (stacks) {
  const found = new Set()
  for (const { frames } of stacks) {
    if (frames.some(isLoading)) continue
    const at = frames.findIndex(isAsking)
    for (let i = at - 1; i >= 0 && frames[i].kind !== 'app'; i--) {
      if (frames[i].kind !== 'dependency') continue
      found.add(packageOf(frames[i]))
      if (frames.slice(0, i).every(({ kind }) => kind !== 'app')) break // the callers may be a framework
    }
  }
  return found
}

/**
 * @param {Map<string, Spot>} spots
 * @param {Frame} frame
 * @returns {Spot}
 */
function spotOf (spots, frame) {
  const key = `${frame.file}:${frame.line}:${frame.column}:${frame.name}`
  const maps = { lines: new Map(), called: new Map(), below: new Map(), callers: new Map(), middleware: new Map() }
  const spot = spots.get(key) ?? { frame, weight: 0, own: 0, ...maps }
  spots.set(key, spot)
  return spot
}

/**
 * @param {ReturnType<typeof attribute>} attributed
 * @param {{ of: string, functions?: SourceRange[], readSource?: ReadSource }} options `of`: to what the shares refer
 * @returns {{ frame: Frame, place: Place, middleware: string }[]} source locations with their functions, by weight;
 *   `middleware`: package that a framework called, and that takes most of the time; empty if there is none
 */
function toPlaces ({ spots, weight, isMemory }, { of, functions = [], readSource = () => null }) {
  return spots
    .filter((spot) => spot.weight >= LEAST_SHARE * weight)
    .slice(0, MOST_PLACES)
    .map(function (spot) {
      const { frame, own, called } = spot
      const [callee] = [...called.values()].sort((a, b) => b.weight - a.weight)
      const callsMost = callee !== undefined && callee.weight > own
      const calls = callsMost ? linesOfCall(spot, callee.frame, { functions, readSource }) : []
      const only = (/** @type {RegExp} */ pattern) => onlyLineWith(pattern, frame, functions, readSource)
      const ofPackage = callsMost && calls.length === 0 && callee.frame.kind === 'dependency' ? only(CALL) : null
      const line = callsMost ? (calls[0] ?? ofPackage) : (lineOf(spot) ?? only(BUILT_IN))
      const place = {
        file: String(frame.file),
        ...positionOf(frame, line ?? Number(frame.line), readSource),
        function: frame.name,
        share: spot.weight / weight,
        of,
        why: [
          callsMost ? callText(spot, callee.frame, isMemory) : '',
          calls.length > 1 ? callsText(callee.frame, calls) : '',
          repeatText(frame, functions, readSource)
        ]
          .filter(Boolean)
          .join('; ')
      }
      const [middleware = ''] = [...spot.middleware].find(([, weight]) => weight >= MOSTLY * spot.weight) ?? []
      return { frame, place, middleware }
    })
}

/**
 * @param {Frame} frame of the function
 * @param {number} line in it
 * @param {ReadSource} readSource
 * @returns {{ line: number, column: number }} of the function, or of the first non-blank character of the line
 */
function positionOf ({ file, line: first, column = 1 }, line, readSource) {
  return { line, column: line === first ? column : columnOf(String(file), line, readSource) }
}

/**
 * @param {string} file
 * @param {number} line
 * @param {ReadSource} readSource
 * @returns {number} the column of the first non-blank character
 */
function columnOf (file, line, readSource) {
  return textAt({ file, line }, readSource).search(/\S|$/) + 1
}

/**
 * @param {Spot} spot
 * @returns {number | null} its hottest line, if the profiler reports lines. The function's first line includes the cost
 *   of entering it, so it is used only if there is no other
 */
function lineOf ({ frame, lines }) {
  const inside = [...lines].filter(([line]) => line !== frame.line)
  return heaviest(inside.length ? inside : [...lines])[0] || null
}

// A call by a name, unlike `if (` or `function (`.
const CALL = /(?<![\w$])(?!(?:async|await|catch|for|function|if|of|return|switch|typeof|while)\b)[\w$]+\s*\(/g

/**
 * Finds the line for a function of which the profile names no line, such as in a bundle on one line, or if a package
 * calls itself by another name.
 *
 * @param {RegExp} pattern global; of what takes the time
 * @param {Frame} frame of the function
 * @param {SourceRange[]} functions
 * @param {ReadSource} readSource
 * @returns {number | null} null if the pattern is not on exactly one line of the function's body
 */
function onlyLineWith (pattern, frame, functions, readSource) {
  const source = readSource(String(frame.file))
  const range = source === null ? null : rangeOf(frame, functions, source)
  if (source === null || !range) return null
  const text = source.slice(range.from, range.to)
  const body = Math.max(0, text.search(/\{|=>/))
  const found = [...text.matchAll(pattern)].filter(({ index }) => index >= body)
  const lines = new Set(found.map(({ index }) => lineAt(source, range.from + index)))
  return lines.size === 1 ? [...lines][0] : null
}

/**
 * @param {[number, number][]} weights
 * @returns {[number, number]}
 */
function heaviest (weights) {
  return weights.reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])
}

/**
 * Finds the function that loops over a growing collection. The function with the most time may be one that the loop
 * calls per entry: a comparison, a predicate.
 *
 * @param {Spot[]} spots by weight, largest first
 * @returns {Spot | null} the main caller of the first spot, if it has enough self cost; else null. V8 may attribute
 *   part of the first spot's time to the caller's own caller
 */
function walkerOf ([first]) {
  if (!first) return null
  const [caller, weight] = [...first.callers].reduce((best, one) => (one[1] > best[1] ? one : best), [first, 0])
  const calls = caller !== first && weight >= MOSTLY * first.weight && caller.own >= LOOPS * first.weight
  return calls ? caller : null
}

/**
 * @param {Spot} spot
 * @param {Frame} callee
 * @param {boolean} isMemory whether weights are allocated bytes, rather than time
 * @returns {string} the callee, and the innermost function with a name that has most of the spot's weight
 */
function callText ({ below, weight }, callee, isMemory) {
  const expression = expressionOf(callee)
  if (expression !== null) {
    return expression.length > LONGEST_EXPRESSION
      ? `matches a regular expression of ${expression.length} characters`
      : `matches the regular expression /${expression}/`
  }
  const heavy = [...below.values()].filter(
    ({ weight: part, frame }) => part >= MOSTLY * weight && frame.file !== null && !NAMELESS.has(frame.name)
  )
  const [{ frame } = { frame: callee }] = heavy.sort((a, b) => b.depth - a.depth)
  const [outer, inner] = [callee, frame].map(nameOf)
  if (outer === inner) return `calls ${outer}`
  return `calls ${outer}, which ${isMemory ? 'allocates most of it' : 'spends most of the time'} in ${inner}`
}

/**
 * @param {Frame} callee
 * @param {number[]} lines that may call it
 */
function callsText (callee, lines) {
  const which = expressionOf(callee) === null ? 'calls of this name' : 'calls that match'
  return `${which}: lines ${lines.slice(0, MOST_CALLS).join(', ')}`
}

/**
 * @param {Frame} frame of a function
 * @param {SourceRange[]} functions
 * @param {ReadSource} readSource
 * @returns {string} how often a request calls it; empty if that is unknown, or not often
 */
function repeatText (frame, functions, readSource) {
  const source = readSource(String(frame.file))
  const range = source === null ? null : rangeOf(frame, functions, source)
  if (source === null || !range) return ''
  const { perRequest: times = 0 } = range
  const name = frame.name === '(anonymous)' ? 'the function' : frame.name
  if (isResumable(range, source)) return times < RESUMED ? '' : `${name} is called and resumed ${rounded(times)} times per request`
  return times < REPEATED ? '' : `${name} is called ${rounded(times)} times per request`
}

/**
 * @param {SourceRange} range of a function
 * @param {string} source
 * @returns {boolean} whether it is async or a generator: V8 counts each `await` or `yield` that it resumes at as a call
 */
function isResumable ({ from }, source) {
  return RESUMABLE.test(source.slice(from, from + LONGEST_START))
}

// Beginnings of the names of Node's own files that a reader would not recognise.
/** @type {[string, string][]} */
const PUBLIC_NAMES = [
  ['node:internal/worker', 'node:worker_threads'],
  ['node:internal/deps/undici/', "Node's fetch"],
  ['node:internal/modules/', "Node's module loader"]
]
// Names that V8 gives to functions without a name.
const NAMELESS = new Set(['(anonymous)', 'module.exports', 'exports'])

/** @param {Frame} frame */
function nameOf ({ name, file, kind }) {
  if (kind !== 'dependency' && kind !== 'node') return name
  const where = kind === 'dependency' ? packageOf({ file }) : nodeFileOf(String(file))
  return NAMELESS.has(name) ? where : `${name} of ${where}`
}

/** @param {string} file of Node */
function nodeFileOf (file) {
  const [, known] = PUBLIC_NAMES.find(([beginning]) => file.startsWith(beginning)) ?? []
  return known ?? file.replace(/^node:internal\//, 'node:')
}

/**
 * @param {Frame} frame
 * @returns {string | null} the regular expression, without slashes and flags, if V8 reports the frame for one
 */
function expressionOf ({ name, file }) {
  return file === null && name.startsWith(REGEXP) ? name.slice(REGEXP.length) : null
}

/**
 * Finds the lines of a call in the source: V8 reports only which function was called. The source may call a function of
 * a package by another name.
 *
 * @param {Spot} spot
 * @param {Frame} callee
 * @param {{ functions: SourceRange[], readSource: ReadSource }} options
 * @returns {number[]} the lines that call it, ascending; empty if none is found
 */
function linesOfCall ({ frame }, callee, { functions, readSource }) {
  if (frame.file === null) return []
  const source = readSource(frame.file)
  const range = source === null ? null : rangeOf(frame, functions, source)
  if (source === null || !range) return []
  const text = source.slice(range.from, range.to)
  const linesWith = (/** @type {RegExp} */ pattern) => [
    ...new Set(Array.from(text.matchAll(new RegExp(pattern, 'g')), ({ index }) => lineAt(source, range.from + index)))
  ]
  const expression = expressionOf(callee)
  if (expression !== null) {
    const written = linesWith(new RegExp(`/${literal(expression)}/`))
    return written.length > 0 ? written : linesWith(MATCHES)
  }
  const name = callee.name.split('.').at(-1) ?? ''
  const own = /^[\w$]+$/.test(name) ? linesWith(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}\\s*\\(`)) : []
  const names = callee.kind === 'dependency' ? importOf(packageOf(callee), source)?.names : undefined
  return own.length > 0 || !names ? own : linesWith(callOn(names)).slice(0, 1)
}

/**
 * @param {Frame} frame
 * @param {SourceRange[]} functions
 * @param {string} source
 * @returns {SourceRange | null} the innermost function that begins on the frame's line
 */
function rangeOf ({ file, line, name }, functions, source) {
  const own = functions.filter((one) => one.file === file && lineAt(source, one.from) === line)
  const named = own.filter((one) => one.name === name || name === '(anonymous)')
  return shortestFirst(named.length ? named : own)[0] ?? null
}

/**
 * @param {SourceRange[]} functions
 * @returns {SourceRange[]} by length: of functions that contain the same line, the innermost first
 */
function shortestFirst (functions) {
  return functions.toSorted((a, b) => a.to - a.from - (b.to - b.from))
}

/**
 * @param {SourceRange[]} functions of one file
 * @param {number} offset
 * @returns {SourceRange | undefined} the innermost function around the offset
 */
function innermostAt (functions, offset) {
  return shortestFirst(functions.filter(({ from, to }) => from <= offset && offset < to))[0]
}

/** @type {{ source: string, starts: number[] }} cache of the last requested source */
let last = { source: '', starts: [0] }

/**
 * @param {string} source
 * @param {number} offset
 * @returns {number} its line, from 1
 */
function lineAt (source, offset) {
  if (last.source !== source) last = { source, starts: lineStarts(source) }
  return lineIndexAt(last.starts, offset) + 1
}

// Expressions that store a value for longer than a call.
const KEEPS =
  /\.(push|unshift|set|add|on|once|addListener|prependListener|addEventListener|use|enqueue|append)\s*\(|\bset(Interval|Timeout)\s*\(|\w\]\s*(\?\?|\|\|)?=[^=>]|\.concat\s*\(|\w\s*=\s*\[\s*\.\.\./g

/**
 * Finds the first line of a function that stores something: the heap profiler reports the allocating function, not the
 * line.
 *
 * @param {Frame} frame of the function
 * @param {SourceRange[]} functions
 * @param {ReadSource} readSource
 * @returns {{ line: number, column: number } | null}
 */
function keepingLine (frame, functions, readSource) {
  const file = String(frame.file)
  const source = readSource(file)
  if (source === null) return null
  const range = rangeOf(frame, functions, source)
  if (!range) return null
  const text = source.slice(range.from, range.to)
  const found = [...text.matchAll(KEEPS)].find(({ index }) => !isMadeIn(text, index))
  if (!found) return null
  const at = lineAt(source, range.from + found.index)
  return { line: at, column: columnOf(file, at, readSource) }
}

/**
 * @param {string} text of a function
 * @param {number} at offset of the expression that stores a value
 * @returns {boolean} whether the target was created by the same call of the function, and so retains nothing beyond it:
 *   `const row = []`, `const copy = Buffer.from(seats)`
 */
function isMadeIn (text, at) {
  const [, name] = /(?<![\w$.#])([\w$]+)(?:\[[^\n[]*)?$/.exec(text.slice(0, at + 1).replace(/[.\s]$/, '')) ?? []
  return name !== undefined && new RegExp(`\\b(const|let|var)\\s+${name.replaceAll('$', '\\$')}\\b[^=\\n]*=\\s*(new\\s|\\[|\\{|Buffer\\.|Array\\.)`).test(text)
}

/**
 * Finds the line that adds to a collection, by the collection's name in the application.
 *
 * @param {string[]} path of names: of variables, fields and keys of a Map
 * @param {{ files: string[], functions: SourceRange[], readSource: ReadSource }} options `files`: in search order
 * @returns {{ file: string, line: number, column: number, function: string } | null}
 */
function addingLine (path, { files, functions, readSource }) {
  const name = path.at(-1)
  const adds = name ? addingTo(name) : null
  const found =
    firstIn(files, readSource, (source) => adds?.exec(source)?.index) ??
    firstIn(files, readSource, (source, file) => addingNear(path.at(-2), source, file, functions))
  if (!found) return null
  const { file, at, source } = found
  const line = lineAt(source, at)
  const inner = innermostAt(functions.filter((one) => one.file === file), at)
  return { file, line, column: columnOf(file, line, readSource), function: inner?.name || '(anonymous)' }
}

/**
 * @param {string[]} files
 * @param {ReadSource} readSource
 * @param {(source: string, file: string) => number | undefined} find returns an offset
 * @returns {{ file: string, at: number, source: string } | null} the offset in the first file that has one
 */
function firstIn (files, readSource, find) {
  for (const file of files) {
    const source = readSource(file)
    const at = source === null ? undefined : find(source, file)
    if (source !== null && at !== undefined) return { file, at, source }
  }
  return null
}

/** @param {string} name of a variable, or of a field */
function addingTo (name) {
  return new RegExp(
    `(?<![\\w$])${literal(name)}\\s*(\\.(push|unshift|splice|set|add|append|enqueue)\\s*\\(|\\[[^\\n]*?\\]\\s*(\\?\\?|\\|\\|)?=[^=>])`
  )
}

/**
 * Finds the line that adds to a value of a Map, such as a list. The value has no name, so the match is a function that
 * gets it from the Map and adds to something.
 *
 * @param {string | undefined} name of the Map
 * @param {string} source
 * @param {string} file
 * @param {SourceRange[]} functions
 * @returns {number | undefined} the offset, in the shortest such function
 */
function addingNear (name, source, file, functions) {
  if (!name) return undefined
  for (const { from, to } of shortestFirst(functions.filter((one) => one.file === file))) {
    const text = source.slice(from, to)
    const added = text.includes(`${name}.get(`) ? /\.(push|unshift|add|append|enqueue)\s*\(/.exec(text) : null
    if (added) return from + added.index
  }
  return undefined
}

/**
 * @param {{ file: string, line: number }} one
 * @param {{ file: string, line: number }} other
 */
function isSamePlace (one, other) {
  return one.file === other.file && one.line === other.line
}

module.exports = {
  addingLine,
  attribute,
  columnOf,
  frameworksIn,
  innermostAt,
  isResumable,
  isSamePlace,
  keepingLine,
  lineAt,
  lineOf,
  rangeOf,
  toPlaces,
  walkerOf
}
