'use strict'

// Remarks of a check-up: facts that are no findings, but explain what other tools show. Pure.

const { largestFirst, grownSince, inUse, NAMES } = require('./memory')
const { rounded } = require('../util/format')
const { lostWorkersText } = require('../verdict/validity')

/** @typedef {import('../types/checkup').AnalysisWindow} AnalysisWindow */

// Rise of the resident set that an operator sees in a chart. Code that V8 compiles takes some 30 MB.
const LARGE_RISE_BYTES = 100e6
// Findings that say more about memory.
const OF_MEMORY = ['memory-growth', 'accumulation']
// Source: nodejs.org/api/cli.html, --max-old-space-size: 1536 MiB on a machine with 2 GiB of memory.
const OF_LIMIT = 0.75
const MIB = 1024 ** 2

/**
 * @param {AnalysisWindow} window
 * @param {import('../types/checkup').Finding[]} findings
 * @returns {string[]} one paragraph each
 */
function remarksOf (window, findings) {
  const isKnown = findings.some(({ name }) => OF_MEMORY.includes(name))
  return [lostText(window), upgradeText(window), isKnown ? '' : riseText(window), heapLimitText(window)].filter(Boolean)
}

/** @param {AnalysisWindow} window */
function lostText ({ lostWorkers }) {
  return lostWorkers > 0 ? lostWorkersText(lostWorkers) : ''
}

/** @param {AnalysisWindow} window */
function upgradeText ({ acceptsUpgrades }) {
  return acceptsUpgrades
    ? 'The server accepts WebSocket connections. Their messages are not requests: they are not counted, and the load of hot-path contains none.'
    : ''
}

/** @param {AnalysisWindow} window */
function riseText ({ rssBytes: [first, most], memory, memoryInUse }) {
  if (!(most - first >= LARGE_RISE_BYTES)) return ''
  const rise = `The resident set (RSS) rose from ${mb(first)} to ${mb(most)} during the load`
  const [part] = largestFirst(grownSince(memory[0], memory[1]))
  const where = `most of it in ${NAMES[part]}`
  if (!memoryInUse) return `${rise}, ${where}. Without a garbage collection it is not known whether it is in use.`
  return `${rise}, ${where}. After garbage collection, ${mb(inUse(memoryInUse))} were in use, and further requests added nothing: the rest is garbage, or memory that V8 and the allocator keep for reuse. This is no leak.`
}

/** @param {AnalysisWindow} window */
function heapLimitText ({ memoryLimitBytes, heapLimitBytes }) {
  if (memoryLimitBytes === null || !(heapLimitBytes > memoryLimitBytes)) return ''
  return `V8's heap may grow to ${mib(heapLimitBytes)}, but the memory limit of the container is ${mib(memoryLimitBytes)}: the kernel may kill the process before V8 has freed what it can. Set --max-old-space-size=${Math.floor((OF_LIMIT * memoryLimitBytes) / MIB)}, three quarters of the limit.`
}

/** @param {number} bytes */
function mib (bytes) {
  return `${Math.round(bytes / MIB)} MiB`
}

/** @param {number} bytes */
function mb (bytes) {
  return `${rounded(bytes / 1e6)} MB`
}

module.exports = { remarksOf }
