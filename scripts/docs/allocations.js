'use strict'

// How much allocated bytes and CPU time per request vary, as Markdown.

const { judgeGate } = require('hot-path/testing')
const { percent, rounded } = require('hot-path/reporting')
const { share, table } = require('./table')

/** @typedef {import('hot-path').Sample} Sample */
/**
 * @typedef {object} Study
 * @property {import('hot-path').Machine} machine
 * @property {{ server: string, node: string, samples: Sample[] }[]} sessions of a server measured against itself
 */

const BYTES = 'allocatedBytesPerRequest'
const CPU = 'serverCpuUsPerRequest'
const THRESHOLDS = { margin: 0.02, alarm: 0.1, allocations: true }
// Rounds in which a gate counts allocations.
const ROUNDS = 5
const MORE = [0, 3, 5, 10]

/** @param {Study} study */
function spreadTable ({ sessions }) {
  return table(
    ['server', 'Node', 'bytes per request', 'spread of bytes', 'spread of CPU time'],
    sessions.map(function ({ server, node, samples }) {
      const [bytes, cpu] = [BYTES, CPU].map((metric) => valuesOf(samples, metric))
      return [server, node, rounded(mean(bytes)), percent(spread(bytes)), percent(spread(cpu))]
    })
  )
}

/**
 * @param {Study} study
 * @returns {string} Markdown table: how often a gate on allocations fails, by percentage added to the candidate's bytes
 */
function found ({ machine, sessions }) {
  const gates = sessions.flatMap(({ samples }) => groupsOf(samples))
  const rows = MORE.map(function (percents) {
    const fails = gates.filter((samples) => failsWith(samples, 1 + percents / 100, machine))
    return [percents === 0 ? 'unchanged' : `${percents} % more`, share(fails.length, gates.length)]
  })
  return table(['bytes of the candidate', 'gates that failed'], rows)
}

/**
 * @param {Sample[]} samples
 * @returns {Sample[][]} groups of as many rounds as a gate counts in
 */
function groupsOf (samples) {
  const count = Math.floor(Math.max(...samples.map(({ round }) => round)) / ROUNDS)
  return Array.from({ length: count }, (_, i) =>
    samples.filter(({ round }) => round > ROUNDS * i && round <= ROUNDS * (i + 1))
  )
}

/**
 * @param {Sample[]} samples of a server measured against itself
 * @param {number} times factor for the candidate's bytes
 * @param {{ cores: number }} machine
 */
function failsWith (samples, times, machine) {
  const made = samples.map((sample) =>
    sample.subject === 'candidate' ? { ...sample, [BYTES]: times * Number(sample[BYTES]) } : sample
  )
  return judgeGate(made, machine, THRESHOLDS).witnesses[BYTES].verdict === 'fails'
}

/**
 * @param {Sample[]} samples
 * @param {string} metric
 */
function valuesOf (samples, metric) {
  return samples.map((sample) => Number(/** @type {any} */ (sample)[metric]))
}

/** @param {number[]} values */
function mean (values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/**
 * @param {number[]} values
 * @returns {number} standard deviation divided by the mean
 */
function spread (values) {
  const middle = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1)) / middle
}

/** @param {Study} study */
function allocations (study) {
  return `${spreadTable(study)}\n\nHow often \`--fail-on=allocations\` fails after five rounds, if each server is compared with itself and the candidate's bytes are multiplied:\n\n${found(study)}`
}

module.exports = { allocations }
