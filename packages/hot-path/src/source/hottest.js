'use strict'

const { isServing } = require('./stacks')

/** @typedef {import('../types/pipeline').Frame} Frame */
/** @typedef {import('../types/pipeline').WeightedStack} WeightedStack */
/** @typedef {import('../types/pipeline').Profile} Profile */
/** @typedef {{ frame: Frame, weight: number }} Caller */

// Default number of functions listed in a profile.
const LISTED = 10

/**
 * Finds the hottest functions of a profile.
 *
 * Native and V8 time counts as self time of the calling JavaScript function, as in flame graphs with native frames
 * switched off: the time of `JSON.stringify` is attributed to its caller.
 *
 * For a function outside the application, the result includes the application function that called it most: for
 * `pbkdf2Sync`, the function that checks passwords.
 *
 * @param {WeightedStack[]} stacks
 * @param {number} [most] number of functions to list
 * @returns {Profile}
 */
function hottest (stacks, most = LISTED) {
  /** @type {Map<string, Frame & { self: number, total: number, native: number, callers: Map<string, Caller> }>} */
  const functions = new Map()
  const other = { garbageCollector: 0, program: 0 }
  let weight = 0

  for (const stack of stacks) {
    weight += stack.weight
    const frames = stack.frames.filter((frame) => frame.file !== null)
    const leaf = stack.frames.at(-1)
    const hot = frames.at(-1)
    if (!hot) other[leaf?.name === '(garbage collector)' ? 'garbageCollector' : 'program'] += stack.weight
    // A recursive function is on the stack several times, but its time counts once.
    for (const key of new Set(frames.map(keyOf))) entry(key, frames).total += stack.weight
    if (!hot) continue
    entry(keyOf(hot), frames).self += stack.weight
    if (hot !== leaf) entry(keyOf(hot), frames).native += stack.weight
    const caller = hot.kind === 'app' ? undefined : frames.findLast(({ kind }) => kind === 'app')
    if (caller) count(entry(keyOf(hot), frames).callers, caller, stack.weight)
  }

  /** @type {(key: string, frames: Frame[]) => any} */
  function entry (key, frames) {
    if (!functions.has(key)) {
      const frame = /** @type {Frame} */ (frames.find((frame) => keyOf(frame) === key))
      functions.set(key, { ...frame, self: 0, total: 0, native: 0, callers: new Map() })
    }
    return functions.get(key)
  }

  const percent = (/** @type {number} */ part) => (weight ? (100 * part) / weight : 0)
  return {
    hottest: [...functions.values()]
      .sort((a, b) => b.self - a.self || b.total - a.total)
      .slice(0, most)
      .map(({ callers, ...f }) => ({
        ...f,
        self: percent(f.self),
        total: percent(f.total),
        native: percent(f.native),
        calledFrom: f.kind === 'app' ? null : heaviest(callers)
      })),
    other: { garbageCollector: percent(other.garbageCollector), program: percent(other.program) },
    weight
  }
}

/**
 * @param {Map<string, Caller>} callers
 * @param {Frame} frame
 * @param {number} weight
 */
function count (callers, frame, weight) {
  const caller = callers.get(keyOf(frame)) ?? { frame, weight: 0 }
  caller.weight += weight
  callers.set(keyOf(frame), caller)
}

/** @param {Map<string, Caller>} callers */
function heaviest (callers) {
  return [...callers.values()].sort((a, b) => b.weight - a.weight)[0]?.frame ?? null
}

/** @param {Frame} frame */
function keyOf ({ name, file, line }) {
  return `${file}:${line}:${name}`
}

/**
 * Returns the stacks of a program's work. For a server, the loading of modules at the start is left out. A script does
 * its work while it is loaded, so only the outermost frames, those of Node's loader, are left out.
 *
 * @param {WeightedStack[]} stacks
 * @returns {{ stacks: WeightedStack[], isScript: boolean }}
 */
function atWork (stacks) {
  const serving = stacks.filter(isServing)
  if (weightOf(serving) >= weightOf(stacks) / 2) return { stacks: serving, isScript: false }
  return { stacks: stacks.flatMap((stack) => (isServing(stack) ? [stack] : aboveLoader(stack))), isScript: true }
}

/**
 * @param {WeightedStack} stack with Node's loader as its outermost frames
 * @returns {WeightedStack[]} the stack without these frames; empty if no other frames are left
 */
function aboveLoader ({ frames, ...stack }) {
  const first = frames.findIndex(({ kind }) => kind !== 'node')
  return first < 0 ? [] : [{ ...stack, frames: frames.slice(first) }]
}

/** @param {WeightedStack[]} stacks */
function weightOf (stacks) {
  return stacks.reduce((sum, { weight }) => sum + weight, 0)
}

module.exports = { atWork, hottest, LISTED }
