'use strict'

/** @typedef {import('../types/pipeline').Sample} Sample */
/** @typedef {import('../types/pipeline').Subject} Subject */
/** @typedef {import('../types/comparison').Question} Question */
/** @typedef {import('../types/comparison').Ratio} Ratio */

/**
 * What a comparison asks, where the person does not say.
 *
 * Subjects may say it themselves (in the config). Otherwise: under a fixed pace, how long the slowest 1 % wait, because
 * the throughput is the pace; in a closed loop, how many good answers there are.
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
 * What a kept session asked: sessions of before did not say.
 *
 * @param {{ question?: Question, samples: Sample[] }} session
 * @returns {Question}
 */
function questionIn ({ question, samples }) {
  return question ?? (samples.every(({ lateMs }) => typeof lateMs === 'number') ? 'p99' : 'throughput')
}

/**
 * Answers per second that a person can use: without errors, and without refusals that the workload expects (503). A 304
 * for a client that revalidates is a good answer.
 *
 * @param {Sample} sample
 * @param {{ revalidate?: boolean }} [load] that the subject is put under
 * @returns {number}
 */
function goodPerSecond ({ requests, requestsPerSecond, non2xx, expected }, { revalidate = false } = {}) {
  const bad = (non2xx || 0) - (revalidate ? expected || 0 : 0) // a driver that does not count them says NaN
  return requests > 0 ? (requestsPerSecond * (requests - bad)) / requests : requestsPerSecond
}

/**
 * Sessions of before do not say what load their subjects were put under: there, every answer that was expected is good.
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
