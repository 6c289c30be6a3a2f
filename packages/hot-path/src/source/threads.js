'use strict'

// Converts profiles of a server's threads to stacks. Pure, except for the `readSource` argument.

const { fromCpuProfile } = require('./stacks')

/** @typedef {import('../types/pipeline').WeightedStack} WeightedStack */
/** @typedef {import('../types/agent').ThreadSampling} ThreadSampling */

const WAIT = 'Atomics.wait('

/**
 * Returns the stacks of a thread's work. The profiler counts an idle worker's Atomics.wait as work, and waiting for a
 * core too. Therefore lines that call Atomics.wait are left out, and the rest is limited to the thread's CPU time.
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
