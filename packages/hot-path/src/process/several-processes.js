'use strict'

// A server may be more than one process, or more than one thread.

/** @typedef {import('./running').Inside} Inside */

/**
 * Begins to look at what a running subject consists of: right before a load.
 *
 * @param {Pick<import('./subject').RunningSubject, 'started' | 'usage' | 'usageBelow'>} running
 * @returns {() => Inside} to be called right after the load, while the subject still runs
 */
function watchInside (running) {
  const before = { whole: running.usage(), below: running.usageBelow() }
  return function () {
    const after = { whole: running.usage(), below: running.usageBelow() }
    return {
      processes: after.below?.processes ?? 0,
      services: after.below?.services ?? 0,
      threads: running.started.threads,
      shareBelow: gained(before.below, after.below) / gained(before.whole, after.whole)
    }
  }
}

/**
 * @param {import('./process-tree').Usage | null} before
 * @param {import('./process-tree').Usage | null} after
 * @returns {number} ms of CPU; NaN where the system does not tell
 */
function gained (before, after) {
  return before && after ? after.cpuMs - before.cpuMs : NaN
}

// How Clinic and 0x end when a child process has inherited them: what each prints, and where it comes from.
const OF_TOOLS = /EEXIST[^]*redir-stdout|internal\/cluster[^]*EPIPE|does not support clustering/

/**
 * Why a tool failed that cannot look into several processes. Clinic and 0x hand what they record over through files and
 * pipes of one process, and the child processes, which inherit the tool, end at once: with EEXIST or EPIPE.
 *
 * @param {{ file: string, processes: number, words: string }} seen `processes`: as far as is known, because a server
 *   that ends within milliseconds may not have told; `words`: what was printed last
 * @returns {string | null} null where this is not the reason
 */
function toolFailed ({ file, processes, words }) {
  if (!OF_TOOLS.test(words) && !(processes > 0 && /\b(EEXIST|EPIPE)\b/.test(words))) return null
  return (
    `${file} starts child processes, and this tool can only look into a server of one ` +
    'process. Let it run in one process (without cluster), or use npx hot-path compare, whose throughput and latency are those of all processes.'
  )
}

module.exports = { toolFailed, watchInside }
