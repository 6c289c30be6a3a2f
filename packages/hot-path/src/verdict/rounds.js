'use strict'

const { LEAST_VALUES, centre } = require('./statistics')
const { doubtsAbout, doubtsOf } = require('./validity')

/** @typedef {import('../types/pipeline').Sample} Sample */
/** @typedef {import('../types/pipeline').Doubt} Doubt */

// A round with a broken sample is left out. When more than this share is left out, the rest is suspect, too. The same
// share of rounds with an attenuating doubt makes a subject an attenuated one.
const MOST_SPOILED = 0.25
const THROUGHPUTS = ['requestsPerSecond', 'goodPerSecond']

/**
 * @typedef {object} Aligned
 * @property {number[][]} series one series of values for each subject, aligned by round
 * @property {number[]} rounds which rounds these are
 * @property {number} complete in how many rounds every subject has a sample
 * @property {boolean} isSpoiled so many rounds were left out that the rest is suspect
 * @property {boolean[]} attenuated for each subject: whether the generator or the machine was its bottleneck
 *   (Doubt.attenuates)
 * @property {Doubt[]} doubts every doubt about these samples, once for each subject
 */

/**
 * The values of one metric of several subjects, round by round.
 *
 * Rounds are left out by what broke in them (Doubt.spoils), never by their outcome. A round in which the generator or
 * the machine was full is kept: these are the rounds in which a server was fastest.
 *
 * @param {Sample[]} samples of one session
 * @param {string[]} subjects ids
 * @param {string} metric a number's name in a sample: `requestsPerSecond`, `latencyMs.p99`
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
 * @returns {Sample[][]} the rounds in which every subject has a sample, in order; one sample for each subject
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
 * @param {number} subjects how many are compared
 * @returns {boolean} for a ratio, both sides have to be there: a server that refused every request has no latency
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
 * Of a ratio of throughputs, each is what was measured in turns: bursts are a little slower than an uninterrupted load,
 * and alike in that, while the uninterrupted loads of a round are not of the same moment.
 *
 * @param {Sample} sample
 * @param {string} metric
 */
function readForRatio (sample, metric) {
  const { requestsPerSecond, burstRequestsPerSecond = requestsPerSecond } = sample
  return read(sample, metric) * (THROUGHPUTS.includes(metric) ? burstRequestsPerSecond / requestsPerSecond : 1)
}

/**
 * One figure of a subject for a metric, by the estimator of the judge (judge.js) and of the rounds that it judges:
 * a table and the verdict below it show the same number. Where it judges none, all rounds that have a value.
 *
 * @param {Sample[]} own the subject's samples
 * @param {string} metric as in a sample
 * @param {{ cores: number }} machine
 * @returns {number} NaN where there is no value
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
