'use strict'

const { isServing } = require('./stacks')

/** @typedef {import('../types/pipeline').Frame} Frame */
/** @typedef {import('../types/pipeline').WeightedStack} WeightedStack */
/** @typedef {import('../types/pipeline').Profile} Profile */
/** @typedef {{ frame: Frame, weight: number }} Caller */

// As many functions as a profile lists, unless it is asked for more or fewer.
const LISTED = 10

/**
 * Finds the hottest functions of a profile.
 *
 * Time in native and V8 code counts as self time of the JavaScript function that called it, as flame graphs show
 * it while their native frames are switched off: `JSON.stringify` is hot because of who calls it.
 *
 * Of a function that is not the application's own, the function of the application that called it most is given, too:
 * `pbkdf2Sync` is hot because of who checks passwords.
 *
 * @param {WeightedStack[]} stacks
 * @param {number} [most] how many functions to list
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
    // A recursive function is on the stack more than once, but its time passes only once.
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
 * What a profile shows of the work of a program. A server loads its modules at the start, and that is left out. A
 * script does its work while it is loaded: there, only the frames of Node's loader are left out, on which all stands.
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
 * @param {WeightedStack} stack that stands on Node's loader
 * @returns {WeightedStack[]} none where there is nothing else
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
