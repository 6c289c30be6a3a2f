'use strict'

const { doubtsOf } = require('./doubts')

/** @typedef {import('./records').Sample} Sample */
/** @typedef {import('./records').Doubt} Doubt */

// A round in which something went wrong is left out. When more than this share is left out, the rest is suspect, too.
const MOST_SPOILED = 0.25

/**
 * The values of one metric of several subjects, round by round, without the rounds that are in doubt.
 *
 * Where the load generator was full before the server, the server can do more than was seen. Of "at least so many times
 * the throughput", that only makes the proof harder: `floor` keeps such rounds of the first subject.
 *
 * @param {Sample[]} samples of one session
 * @param {string[]} subjects ids
 * @param {string} metric a number's name in a sample: `requestsPerSecond`, `latencyMs.p99`
 * @param {{ cores: number }} machine
 * @param {{ floor?: boolean }} [options]
 * @returns {{ series: number[][], doubts: Doubt[], few: boolean, isFloor: boolean }} one series for each subject, aligned;
 *   `few`: so many rounds were left out that the rest is suspect; `isFloor`: the first subject can do more than its series
 */
function align (samples, subjects, metric, machine, { floor = false } = {}) {
  const rounds = [...new Set(samples.map(({ round }) => round))].sort((a, b) => a - b)
  /** @type {Map<string, Doubt>} */
  const doubts = new Map()
  /** @type {number[][]} */
  const kept = []
  let complete = 0
  let isFloor = false
  for (const round of rounds) {
    const row = subjects.map((id) => samples.find((sample) => sample.subject === id && sample.round === round))
    if (!row.every((sample) => sample !== undefined)) continue
    complete++
    const found = row.flatMap((sample) => doubtsOf(sample, machine).map((doubt) => ({ ...doubt, subject: sample.subject })))
    for (const { subject, ...doubt } of found) doubts.set(`${doubt.name} ${subject}`, doubt)
    const values = row.map((sample) => read(sample, metric))
    // Of a ratio, both sides have to be there: a server that refused everybody has no latency.
    const usable = values.every((value) => Number.isFinite(value) && (subjects.length === 1 || value > 0))
    const spoilers = found.filter(({ spoils }) => spoils.includes(metric.split('.')[0]))
    const onlyHides = floor && metric === 'requestsPerSecond' && spoilers.every(({ name, subject }) => name === 'generator-bound' && subject === subjects[0])
    if (!usable || (spoilers.length && !onlyHides)) continue
    kept.push(values)
    isFloor ||= spoilers.length > 0
  }
  return {
    series: subjects.map((_, i) => kept.map((row) => row[i])),
    doubts: [...doubts.values()],
    few: kept.length === 0 || kept.length < (1 - MOST_SPOILED) * complete,
    isFloor
  }
}

/**
 * @param {Sample} sample
 * @param {string} metric
 */
function read (sample, metric) {
  return Number(metric.split('.').reduce((/** @type {any} */ value, key) => value?.[key], sample))
}

module.exports = { align }
