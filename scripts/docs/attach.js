'use strict'

// Effects of attaching hot-path to a process, from results/attach-study.json: part of npm run docs.

const { table } = require('./table')

/**
 * @typedef {{ requests: { before: number, attached: number }, p50Ms: { before: number, attached: number }, p99Ms: {
 *   before: number, attached: number } }} Latencies
 * @typedef {{ node: string, look: string, times: number, failed: number, isAsBefore: boolean, heapBytes: {
 *   before: number, settled: number, after: number }, moments: Latencies, ofTenSeconds: Latencies }} AttachTrial
 * @typedef {{ node: string, look: string, each: number, bytes: number[] }} AttachedHeap heap after every `each` times
 * @typedef {{ machine: import('hot-path').Machine, trials: AttachTrial[], heaps: AttachedHeap[] }}
 *   AttachStudy
 */

const MIB = 2 ** 20

/**
 * @param {AttachStudy} study
 * @returns {string} Markdown: each instrument on each version of Node
 */
function attachTable ({ trials }) {
  return table(
    [
      'Node',
      'instrument',
      'requests, fifty short attachments',
      'failed',
      'p99, fifty short attachments (ms)',
      'p50, ten seconds attached (ms)',
      'p99, ten seconds attached (ms)',
      'heap after 10 attachments, after all (MiB)',
      'handles, listeners'
    ],
    trials.map(({ node, look, failed, isAsBefore, heapBytes, moments, ofTenSeconds }) => [
      node,
      look,
      String(moments.requests.attached),
      String(failed),
      beforeAndAttached(moments.p99Ms),
      beforeAndAttached(ofTenSeconds.p50Ms),
      beforeAndAttached(ofTenSeconds.p99Ms),
      `${mib(heapBytes.settled)}, ${mib(heapBytes.after)}`,
      isAsBefore ? 'unchanged' : 'changed'
    ])
  )
}

/** @param {{ before: number, attached: number }} ms */
function beforeAndAttached ({ before, attached }) {
  return `${before.toFixed(1)} → ${attached.toFixed(1)}`
}

/**
 * @param {number} bytes
 * @param {number} [digits] decimal places
 */
function mib (bytes, digits = 1) {
  return (bytes / MIB).toFixed(digits)
}

/**
 * @param {AttachStudy} study
 * @returns {string} one paragraph
 */
function attachSummary ({ machine, trials }) {
  const looks = trials.flatMap(({ moments, ofTenSeconds }) => [moments, ofTenSeconds])
  const all = looks.reduce((sum, { requests }) => sum + requests.attached, 0)
  const failed = trials.reduce((sum, trial) => sum + trial.failed, 0)
  const nodes = [...new Set(trials.map(({ node }) => node))]
  return (
    `Of ${all.toLocaleString('en-US')} requests that arrived while hot-path attached, measured or detached, ${failed || 'none'} failed. ` +
    `In ${trials.filter(({ isAsBefore }) => isAsBefore).length} of ${trials.length} trials, the handles, listeners, inspector and diagnostics channels of the process were unchanged at the end. ` +
    `Measured on Node ${nodes.join(', ')}, on ${machine.cores} cores of ${machine.cpu}.`
  )
}

/**
 * @param {AttachStudy} study
 * @returns {string} two sentences, on the attachments of ten seconds
 */
function attachHeadline ({ trials }) {
  const added = (/** @type {AttachTrial} */ { ofTenSeconds: { p99Ms } }) => p99Ms.attached - p99Ms.before
  const { node, look, ofTenSeconds: { p99Ms } } = [...trials].sort((a, b) => added(b) - added(a))[0]
  const failed = trials.reduce((sum, trial) => sum + trial.failed, 0)
  return (
    `In a study with 300 requests per second, ${failed || 'none'} failed. In attachments of ten seconds, p99 latency rose most in \`${look}\` on Node ${node}: ` +
    `from ${p99Ms.before.toFixed(1)} to ${p99Ms.attached.toFixed(1)} ms.`
  )
}

/**
 * @param {AttachStudy} study
 * @returns {string} Markdown: heap size after every `each` times
 */
function attachHeapTable ({ heaps }) {
  const [{ each, bytes }] = heaps
  return table(
    ['Node', ...bytes.map((_, i) => `heap after ${each * (i + 1)} (MiB)`)],
    heaps.map(({ node, bytes }) => [node, ...bytes.map((one) => mib(one, 2))])
  )
}

module.exports = { attachHeadline, attachHeapTable, attachSummary, attachTable }
