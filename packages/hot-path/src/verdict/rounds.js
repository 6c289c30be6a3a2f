'use strict'

const { LEAST_VALUES, centre } = require('./statistics')
const { doubtsAbout, doubtsOf } = require('./validity')

/** @typedef {import('../types/pipeline').Sample} Sample */
/** @typedef {import('../types/pipeline').Doubt} Doubt */

// Rounds with an invalid sample are left out. If more than this share is left out, the rest is suspect, too. A subject
// is attenuated if more than this share of its rounds has an attenuating validity warning.
const MOST_SPOILED = 0.25
const THROUGHPUTS = ['requestsPerSecond', 'goodPerSecond']

/**
 * @typedef {object} Aligned
 * @property {number[][]} series one series of values per subject, aligned by round
 * @property {number[]} rounds the numbers of these rounds
 * @property {number} complete number of rounds in which every subject has a sample
 * @property {boolean} isSpoiled whether so many rounds were left out that the rest is suspect
 * @property {boolean[]} attenuated per subject: whether the load generator or the machine was the bottleneck
 *   (Doubt.attenuates)
 * @property {Doubt[]} doubts every validity warning about these samples, once per subject
 */

/**
 * Returns the values of one metric of several subjects, round by round.
 *
 * A round is left out because of an invalid sample (Doubt.spoils) or a missing value, never because of its outcome.
 * Rounds with a saturated load generator or machine are kept, because in these a server was fastest.
 *
 * @param {Sample[]} samples of one session
 * @param {string[]} subjects ids
 * @param {string} metric path of a number in a sample: `requestsPerSecond`, `latencyMs.p99`
 * @param {{ cores: number }} machine
 * @returns {Aligned}
 */
function align (samples, subjects, metric, machine) {
  const [name] = metric.split('.')
  const complete = rowsOf(samples, subjects)
  const doubts = complete.map((row) => row.map((sample) => doubtsOf(sample, machine)))
  const kept = complete.filter((row, i) => {
    const isBroken = doubts[i].flat().some(({ spoils }) => spoils.includes(name))
    return !isBroken && row.every((sample) => isUsable(read(sample, metric), subjects.length))
  })
  const limited = (/** @type {number} */ i) =>
    doubts.filter((row) => row[i].some(({ attenuates }) => attenuates?.includes(name))).length
  return {
    series: subjects.map((_, i) =>
      kept.map((row) => (subjects.length > 1 ? readForRatio(row[i], metric) : read(row[i], metric)))
    ),
    rounds: kept.map(([{ round }]) => round),
    complete: complete.length,
    isSpoiled: kept.length < (1 - MOST_SPOILED) * complete.length,
    attenuated: subjects.map((_, i) => limited(i) > MOST_SPOILED * complete.length),
    doubts: doubtsAbout(complete.flat(), machine)
  }
}

/**
 * @param {Sample[]} samples
 * @param {string[]} subjects
 * @returns {Sample[][]} the rounds in which every subject has a sample, in order; one sample per subject
 */
function rowsOf (samples, subjects) {
  /** @type {Map<number, Map<string, Sample>>} */
  const rounds = new Map()
  for (const sample of samples) {
    const row = rounds.get(sample.round) ?? new Map()
    if (!row.has(sample.subject)) row.set(sample.subject, sample)
    rounds.set(sample.round, row)
  }
  return [...rounds]
    .sort(([a], [b]) => a - b)
    .flatMap(function ([, row]) {
      const samples = subjects.flatMap((id) => row.get(id) ?? [])
      return samples.length === subjects.length ? [samples] : []
    })
}

/**
 * @param {number} value
 * @param {number} subjects number of subjects that are compared
 * @returns {boolean} whether it is finite and, for a ratio, positive: a server with only error responses has no latency
 */
function isUsable (value, subjects) {
  return Number.isFinite(value) && (subjects === 1 || value > 0)
}

/**
 * @param {Sample} sample
 * @param {string} metric
 */
function read (sample, metric) {
  return Number(metric.split('.').reduce((/** @type {any} */ value, key) => value?.[key], sample) ?? NaN)
}

/**
 * Reads a value for a ratio. Throughputs are those of the interleaved bursts. Bursts are a little slower than
 * uninterrupted load, but all alike; the uninterrupted loads of a round ran at different times.
 *
 * @param {Sample} sample
 * @param {string} metric
 */
function readForRatio (sample, metric) {
  const { requestsPerSecond, burstRequestsPerSecond = requestsPerSecond } = sample
  return read(sample, metric) * (THROUGHPUTS.includes(metric) ? burstRequestsPerSecond / requestsPerSecond : 1)
}

/**
 * Estimates one value of a subject for a metric, with the estimator and the rounds of judge.js: a table and the verdict
 * below it show the same number. If too few rounds can be judged, it uses all rounds that have a value.
 *
 * @param {Sample[]} own the subject's samples
 * @param {string} metric as in a sample
 * @param {{ cores: number }} machine
 * @returns {number} NaN if there is no value
 */
function typical (own, metric, machine) {
  if (own.length === 0) return NaN
  const judged = align(own, [own[0].subject], metric, machine).series[0]
  const values = judged.length >= LEAST_VALUES ? judged : valuesOf(own, metric)
  return values.length ? centre(values, 0.5).estimate : NaN
}

/**
 * @param {Sample[]} own
 * @param {string} metric
 */
function valuesOf (own, metric) {
  return own
    .map((sample) => Number(metric.split('.').reduce((/** @type {any} */ value, key) => value?.[key], sample) ?? NaN))
    .filter(Number.isFinite)
}

module.exports = { align, typical }
