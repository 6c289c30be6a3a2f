'use strict'

// What the threads of a server did, from their profiles. Pure, but for the source, which it is given.

const { fromCpuProfile } = require('./stacks')

/** @typedef {import('../types/pipeline').WeightedStack} WeightedStack */
/** @typedef {import('../types/agent').ThreadSampling} ThreadSampling */

const WAIT = 'Atomics.wait('

/**
 * A worker thread that has nothing to do may wait in Atomics.wait, and every thread may wait for a core. The profiler
 * takes that for functions at work: the lines that call Atomics.wait are left out, and what is left counts no more than
 * the thread has cost.
 *
 * @param {Pick<ThreadSampling, 'profile' | 'cpuMs'>} thread
 * @param {import('../types/source').ReadSource} readSource
 * @returns {WeightedStack[]} weights in microseconds
 */
function stacksOfThread ({ profile, cpuMs }, readSource) {
  const stacks = fromCpuProfile(profile)
    .map((stack) => withoutWaits(stack, readSource))
    .filter(({ weight }) => weight > 0)
  const us = stacks.reduce((sum, { weight }) => sum + weight, 0)
  const scale = cpuMs === null ? 1 : Math.min(1, (1000 * cpuMs) / us)
  return stacks.map((stack) => ({ ...stack, weight: scale * stack.weight }))
}

/**
 * @param {WeightedStack} stack
 * @param {import('../types/source').ReadSource} readSource
 * @returns {WeightedStack}
 */
function withoutWaits (stack, readSource) {
  const { frames, lines = [] } = stack
  const file = frames.at(-1)?.file
  const source = file ? readSource(file)?.split('\n') : undefined
  if (!source?.some((text) => text.includes(WAIT))) return stack
  const working = lines.filter(({ line }) => !source[line - 1]?.includes(WAIT))
  return { ...stack, lines: working, weight: working.reduce((sum, { weight }) => sum + weight, 0) }
}

module.exports = { stacksOfThread }
