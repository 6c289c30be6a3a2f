'use strict'

const { fileURLToPath } = require('url')

/** @typedef {import('./records').Frame} Frame */
/** @typedef {import('./records').WeightedStack} WeightedStack */

// "name /path/file.js:12:34", "name node:internal/x:12:34", "name file:///path/file.mjs:12:34"
const LOCATED = /^(.*?) ?((?:node:|file:|\/|[A-Za-z]:[\\/]).*):(\d+):\d+$/

/**
 * Stacks from the ticks that 0x and Clinic Flame make of a V8 log. The optimised and the unoptimised version of
 * a function become the same frame.
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
  if (located) return frame(located[1], located[2], Number(located[3]))
  const native = type === 'CPP' || type === 'SHARED_LIB'
  return { name, file: null, line: null, kind: native ? 'native' : 'v8' }
}

/**
 * Stacks from a V8 CPU profile (`node --cpu-prof`). Idle time is left out.
 *
 * @param {{ nodes: any[], samples: number[], timeDeltas: number[] }} profile as V8 writes it
 * @returns {WeightedStack[]} weights in microseconds
 */
function fromCpuProfile ({ nodes, samples, timeDeltas }) {
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((/** @type {number} */ child) => [child, node.id])))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  /** @type {Map<number, number>} */
  const weights = new Map()
  // timeDeltas[i] lies between sample i - 1 and sample i; the time belongs to the earlier one.
  samples.forEach((id, i) => weights.set(id, (weights.get(id) ?? 0) + Math.max(0, timeDeltas[i + 1] ?? 0)))
  return [...weights].filter(([id]) => byId.get(id).callFrame.functionName !== '(idle)').map(([id, weight]) => {
    const frames = []
    for (let at = id; parents.has(at); at = parents.get(at)) {
      if (frames.length > nodes.length) throw new RangeError('a function is its own caller')
      frames.unshift(fromCallFrame(byId.get(at).callFrame))
    }
    return { frames, weight }
  })
}

/**
 * @param {{ functionName: string, url: string, lineNumber: number }} callFrame lines counted from 0
 * @returns {Frame}
 */
function fromCallFrame ({ functionName, url, lineNumber }) {
  assertName(functionName)
  if (url) return frame(functionName, url, lineNumber + 1)
  return { name: functionName, file: null, line: null, kind: 'native' }
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
  const file = location.startsWith('file:') ? fileURLToPath(location) : location
  return { name: name || '(anonymous)', file, line, kind: kindOf(file) }
}

/**
 * @param {string} file
 * @returns {import('./records').FrameKind}
 */
function kindOf (file) {
  if (file.startsWith('node:')) return 'node'
  return /[\\/]node_modules[\\/]/.test(file) ? 'dependency' : 'app'
}

module.exports = { frame, fromTicks, fromCpuProfile }
