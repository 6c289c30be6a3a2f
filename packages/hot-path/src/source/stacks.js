'use strict'

const { printable } = require('../util/printable')
const { isOfHotPath, kindOf } = require('../util/frame-kind')
const { toPath } = require('./source')

/** @typedef {import('../types/source').CpuProfile} CpuProfile */
/** @typedef {import('../types/source').HeapProfile} HeapProfile */

/** @typedef {import('../types/pipeline').Frame} Frame */
/** @typedef {import('../types/pipeline').WeightedStack} WeightedStack */

const IDLE = '(idle)'
// A path, or a URL from a browser or a bundler. V8 invents URLs for WebAssembly (`wasm:`), so exclude them.
const SOURCE = /^(?!wasm:)(?:node:|[a-z][a-z\d+.-]*:\/\/|\/|[a-z]:[\\/]|[^<>[\]]+\.[cm]?[jt]sx?$)/i

// "name /path/file.js:12:34", "name node:internal/x:12:34", "name file:///path/file.mjs:12:34"
const LOCATED = /^(.*?) ?((?:node:|file:|\/|[A-Za-z]:[\\/]).*):(\d+):(\d+)$/

/**
 * Converts the ticks that 0x and Clinic Flame make from a V8 log to stacks. The optimised and the unoptimised version
 * of a function become the same frame.
 *
 * @param {{ name: string, type: string }[][]} ticks outermost frame first
 * @returns {WeightedStack[]}
 */
function fromTicks (ticks) {
  return ticks.map((tick) => ({ frames: tick.map(fromTick), weight: 1 }))
}

/**
 * @param {{ name: string, type: string }} tick
 * @returns {Frame}
 */
function fromTick ({ name, type }) {
  assertName(name)
  const located = type === 'JS' ? LOCATED.exec(name) : null
  if (located) return { ...frame(located[1], located[2], Number(located[3])), column: Number(located[4]) }
  const native = type === 'CPP' || type === 'SHARED_LIB'
  return { name: printable(name), file: null, line: null, kind: native ? 'native' : 'v8' }
}

/**
 * @param {WeightedStack} stack
 * @returns {boolean} false during start-up; a module loaded later has the request's callback as the outermost frame
 */
function isServing ({ frames: [first] }) {
  return !first?.file?.match(/^node:internal\/(main|modules)\//)
}

/**
 * Converts a V8 CPU profile (`node --cpu-prof`) to stacks, without idle time and without hot-path's own work in the
 * server.
 *
 * @param {CpuProfile} profile
 * @returns {WeightedStack[]} weights in microseconds
 */
function fromCpuProfile (profile) {
  const { nodes } = profile
  const parents = parentsIn(nodes)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return [...selfTimes(profile)]
    .filter(([id]) => byId.get(id).callFrame.functionName !== IDLE)
    .map(([id, weight]) => {
      const frames = []
      for (let at = id; parents.has(at); at = /** @type {number} */ (parents.get(at))) {
        if (frames.length > nodes.length) throw new RangeError('a function is its own caller')
        frames.unshift(fromCallFrame(byId.get(at).callFrame))
      }
      return { frames, weight, lines: linesOf(byId.get(id), weight) }
    })
    .filter(({ frames }) => !isLooking(frames))
}

/**
 * @param {any[]} nodes
 * @returns {Map<number, number>} the id of the calling node, by node id. V8 writes `children`; Chrome's trace events
 *   have `parent`
 */
function parentsIn (nodes) {
  const parents = new Map()
  for (const { id, parent, children } of nodes) {
    for (const child of children ?? []) parents.set(child, id)
    if (parent !== undefined && parent !== null) parents.set(id, parent)
  }
  return parents
}

/**
 * @param {Frame[]} frames outermost first
 * @returns {boolean} whether hot-path's code runs: the innermost function outside Node belongs to hot-path
 */
function isLooking (frames) {
  const innermost = frames.findLast(({ file, kind }) => file !== null && kind !== 'node')
  return Boolean(innermost?.file && isOfHotPath(innermost.file))
}

/**
 * Returns the share of time that a thread was busy. While V8 samples, its signals wake the event loop, so Node counts
 * hardly any idle time: `eventLoopUtilization` of an idle server is near 1.
 *
 * @param {CpuProfile} profile
 * @returns {number} the share of the time that is not idle, 0-1
 */
function busyShare (profile) {
  const idle = new Set(profile.nodes.flatMap(({ id, callFrame }) => (callFrame.functionName === IDLE ? [id] : [])))
  const times = [...selfTimes(profile)]
  const sum = (/** @type {[number, number][]} */ some) => some.reduce((total, [, us]) => total + us, 0)
  return 1 - sum(times.filter(([id]) => idle.has(id))) / sum(times)
}

/**
 * @param {CpuProfile} profile
 * @param {number} leastMs
 * @returns {CpuProfile | null} the same, with all time idle except for blocks: stretches of this length without idle
 *   time; null if there are none
 */
function blocksIn (profile, leastMs) {
  const { nodes, samples, timeDeltas } = profile
  const idle = nodes.find(({ callFrame }) => callFrame.functionName === IDLE)
  if (!idle) return null
  const kept = samples.map(() => idle.id)
  let [from, us, isFound] = [0, 0, false]
  for (let i = 0; i <= samples.length; i++) {
    if (i < samples.length && samples[i] !== idle.id) {
      us += Math.max(0, timeDeltas[i + 1] ?? 0)
      continue
    }
    if (us >= 1000 * leastMs) {
      for (let at = from; at < i; at++) kept[at] = samples[at]
      isFound = true
    }
    from = i + 1
    us = 0
  }
  return isFound ? { ...profile, samples: kept } : null
}

/**
 * @param {{ positionTicks?: { line: number, ticks: number }[] }} node
 * @param {number} weight of the node
 * @returns {{ line: number, weight: number }[]} the weight by line
 */
function linesOf ({ positionTicks = [] }, weight) {
  const all = positionTicks.reduce((sum, { ticks }) => sum + ticks, 0)
  return positionTicks.map(({ line, ticks }) => ({ line, weight: (weight * ticks) / all }))
}

/**
 * Converts a profile of V8's sampling heap profiler to stacks, without what hot-path allocates in the server.
 *
 * @param {HeapProfile} profile
 * @returns {WeightedStack[]} weights in bytes
 */
function fromHeapProfile ({ head }) {
  /** @type {WeightedStack[]} */
  const stacks = []
  walk(head, [])
  return stacks

  /**
   * @param {HeapProfile['head']} node
   * @param {Frame[]} callers
   */
  function walk ({ callFrame, selfSize, children }, callers) {
    const frames = callFrame.functionName === '(root)' ? callers : [...callers, fromCallFrame(callFrame)]
    if (selfSize > 0 && !isLooking(frames)) stacks.push({ frames, weight: selfSize })
    for (const child of children) walk(child, frames)
  }
}

/**
 * @param {Pick<CpuProfile, 'samples' | 'timeDeltas'>} profile
 * @returns {Map<number, number>} microseconds, by the id of the sampled node
 */
function selfTimes ({ samples, timeDeltas }) {
  /** @type {Map<number, number>} */
  const times = new Map()
  // timeDeltas[i] is the time between samples i - 1 and i; it belongs to the earlier one.
  samples.forEach((id, i) => times.set(id, (times.get(id) ?? 0) + Math.max(0, timeDeltas[i + 1] ?? 0)))
  return times
}

/**
 * @param {{ functionName: string, url: string, lineNumber: number, columnNumber: number }} callFrame lines and columns
 *   counted from 0
 * @returns {Frame}
 */
function fromCallFrame ({ functionName, url, lineNumber, columnNumber }) {
  assertName(functionName)
  // WebAssembly and evaluated code have no file.
  if (SOURCE.test(url)) return { ...frame(functionName, url, lineNumber + 1), column: columnNumber + 1 }
  return { name: printable(functionName), file: null, line: null, kind: 'native' }
}

/** @param {unknown} name */
function assertName (name) {
  if (typeof name !== 'string') throw new TypeError('a frame has no name')
}

/**
 * @param {string} name
 * @param {string} location path, `file:` URL or `node:` name
 * @param {number} line
 * @returns {Frame}
 */
function frame (name, location, line) {
  const file = toPath(location)
  return { name: printable(name) || '(anonymous)', file, line, kind: kindOf(file) }
}

/**
 * @param {any} profile
 * @throws {Error} if it is not a V8 CPU profile
 */
function assertCpuProfile (profile) {
  const { nodes, samples, timeDeltas } = profile ?? {}
  if (!Array.isArray(nodes) || nodes.length === 0) throw new Error('it has no nodes')
  const ids = new Set(nodes.map((node) => node?.id))
  for (const node of nodes) {
    const { id, callFrame, children, parent } = node ?? {}
    if (!Number.isInteger(id) || !isCallFrame(callFrame)) throw new Error('a node has no function')
    const others = [children ?? [], parent ?? []].flat()
    const isList = children === undefined || children === null || Array.isArray(children)
    if (!isList || !others.every((other) => ids.has(other))) throw new Error('a node refers to a missing node')
  }
  assertTree(nodes)
  const isTimed = Array.isArray(samples) && Array.isArray(timeDeltas) && samples.length > 0
  if (!isTimed || !samples.every((id) => ids.has(id)) || !timeDeltas.every(Number.isFinite)) {
    throw new Error('it has no samples with times')
  }
}

/**
 * @param {any[]} nodes
 * @throws {Error} if a function is, directly or indirectly, its own caller
 */
function assertTree (nodes) {
  const parents = parentsIn(nodes)
  const known = new Set()
  for (const { id } of nodes) {
    const way = new Set()
    for (let at = id; at !== undefined && !known.has(at); at = parents.get(at)) {
      if (way.has(at)) throw new Error('a function is its own caller')
      way.add(at)
    }
    way.forEach((one) => known.add(one))
  }
}

/**
 * @param {any} profile
 * @throws {Error} if it is not a V8 heap profile
 */
function assertHeapProfile (profile) {
  const waiting = [profile?.head]
  while (waiting.length > 0) {
    const { callFrame, selfSize, children } = waiting.pop() ?? {}
    if (!isCallFrame(callFrame) || !(selfSize >= 0) || !Array.isArray(children)) throw new Error('it has no functions with sizes')
    waiting.push(...children)
  }
}

/** @param {any} callFrame */
function isCallFrame (callFrame) {
  const { functionName, url, lineNumber, columnNumber } = callFrame ?? {}
  return typeof functionName === 'string' && typeof url === 'string' && Number.isInteger(lineNumber) && Number.isInteger(columnNumber)
}

module.exports = {
  assertCpuProfile,
  assertHeapProfile,
  blocksIn,
  busyShare,
  frame,
  fromCpuProfile,
  fromHeapProfile,
  fromTicks,
  isServing
}
