'use strict'

const { isConditional } = require('../util/expected-statuses')

/** @typedef {import('../types/pipeline').Sample} Sample */
/** @typedef {import('../types/pipeline').Subject} Subject */
/** @typedef {import('../types/comparison').Question} Question */
/** @typedef {import('../types/comparison').Ratio} Ratio */

/**
 * Returns the question of a comparison, if the user gives none.
 *
 * The config may set one question for its subjects. Otherwise it is p99 latency at a constant rate, where throughput
 * equals the rate, or the throughput of usable responses in a closed loop.
 *
 * @param {Pick<Subject, 'load' | 'question'>[]} subjects
 * @returns {Question}
 */
function questionOf (subjects) {
  const own = new Set(subjects.flatMap(({ question }) => question ?? []))
  if (own.size === 1) return [...own][0]
  return subjects.length > 0 && subjects.every(({ load }) => load?.pace) ? 'p99' : 'throughput'
}

/**
 * Returns the question of a stored session; older sessions did not record it.
 *
 * @param {{ question?: Question, samples: Sample[] }} session
 * @returns {Question}
 */
function questionIn ({ question, samples }) {
  return question ?? (samples.every(({ lateMs }) => typeof lateMs === 'number') ? 'p99' : 'throughput')
}

/**
 * Returns the usable responses per second: without error responses, including those that the workload expects (503). A
 * 304 is a usable response for a client that revalidates.
 *
 * @param {Sample} sample
 * @param {Subject['load']} [load] of the subject
 * @returns {number}
 */
function goodPerSecond ({ requests, requestsPerSecond, non2xx, expected }, load) {
  const bad = (non2xx || 0) - (isConditional(load) ? expected || 0 : 0) // NaN if the driver does not count them
  return requests > 0 ? (requestsPerSecond * (requests - bad)) / requests : requestsPerSecond
}

/**
 * Adds `goodPerSecond` to samples. Older sessions do not record the load: there, every response counts as usable.
 *
 * @param {Sample[]} samples
 * @param {Record<string, { load?: Subject['load'] }>} [about] the subjects, by id
 * @returns {(Sample & { goodPerSecond: number })[]}
 */
function withGoodPerSecond (samples, about = {}) {
  return samples.map(function (sample) {
    const load = about[sample.subject]?.load
    return { ...sample, goodPerSecond: load ? goodPerSecond(sample, load) : sample.requestsPerSecond }
  })
}

/**
 * @param {Ratio} ratio
 * @param {Question} question
 * @returns {import('../types/comparison').Part} the part of a ratio that answers the question
 */
function asked (ratio, question) {
  return question === 'throughput' ? ratio : ratio[question]
}

module.exports = { asked, goodPerSecond, questionIn, questionOf, withGoodPerSecond }
