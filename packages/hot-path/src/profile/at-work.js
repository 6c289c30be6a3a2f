'use strict'

const { isServing } = require('../places/stacks')

/** @typedef {import('../records').WeightedStack} WeightedStack */

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

module.exports = { atWork }
