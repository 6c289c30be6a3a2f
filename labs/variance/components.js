'use strict'

// Pure: from the measurements of cohorts to components of variance. All spreads are standard deviations of the
// logarithm of CPU time per request, so 0.02 is about 2 %.

// Standard normal quantile of 97.5 %.
const Z = 1.96

/**
 * @typedef {object} Components variances of one burst of one process
 * @property {number} process what a process keeps over all turns
 * @property {number} moment what all processes of a turn have in common, without a linear trend
 * @property {number} burst what is left: it differs from burst to burst
 * @property {number} trend change from the first turn to the last, by a straight line
 * @property {number} level mean logarithm
 * @property {number} ofMeans variance of the processes' means, which the bursts contribute to
 * @property {number} degrees of freedom of `ofMeans`
 */

/**
 * Two-way analysis of variance without repetition (Searle, Casella and McCulloch, "Variance Components", 1992, chapter
 * 4): processes and turns. A component can come out below 0, and is kept so that pooled components stay unbiased.
 *
 * @param {number[][]} costsUs CPU time per request, for each process one value for each turn
 * @returns {Components}
 */
function componentsOf (costsUs) {
  const logs = costsUs.map((costs) => costs.map(Math.log))
  const [processes, turns] = [logs.length, logs[0].length]
  const level = mean(logs.flat())
  const ofProcess = logs.map(mean)
  const ofTurn = logs[0].map((_, turn) => mean(logs.map((one) => one[turn])))
  const rests = logs.flatMap((one, i) => one.map((value, turn) => value - ofProcess[i] - ofTurn[turn] + level))
  const burst = sumOfSquares(rests) / ((processes - 1) * (turns - 1))
  const ofMeans = sumOfSquares(ofProcess.map((value) => value - level)) / (processes - 1)
  const { slope, residuals } = straightLine(ofTurn)
  const ofMoment = (processes * sumOfSquares(residuals)) / (turns - 2)
  return {
    process: ofMeans - burst / turns,
    moment: (ofMoment - burst) / processes,
    burst,
    trend: slope * (turns - 1),
    level,
    ofMeans,
    degrees: processes - 1
  }
}

/**
 * @param {Components[]} all of cohorts
 * @returns {{ process: number, interval: [number, number], moment: number, burst: number }} spreads: roots of the mean
 *   components, and the 95 % interval of `process`, from the chi-squared distribution with Satterthwaite's degrees of
 *   freedom (Biometrics Bulletin 2, 1946)
 */
function pooled (all) {
  const ofMeans = mean(all.map((one) => one.ofMeans))
  const ofBursts = ofMeans - mean(all.map((one) => one.process))
  const degrees = ofMeans ** 2 / (mean(all.map((one) => one.ofMeans ** 2 / one.degrees)) / all.length)
  const end = (/** @type {number} */ z) => root((ofMeans * degrees) / chiSquared(degrees, z) - ofBursts)
  return {
    process: root(ofMeans - ofBursts),
    interval: [end(Z), end(-Z)],
    moment: root(mean(all.map((one) => one.moment))),
    burst: root(mean(all.map((one) => one.burst)))
  }
}

/**
 * Expected standard error of a gate: rounds that start both servers anew, and measure each in bursts.
 *
 * @param {{ process: number, burst: number }} spreads of one process, and of one burst
 * @param {object} design
 * @param {number} design.burstSeconds
 * @param {number} design.measuredSeconds of each server in a round
 * @param {number} design.startSeconds to start and warm up each server in a round
 * @param {number} design.budgetSeconds of all rounds
 * @returns {number} of the logarithm of the ratio
 */
function standardError ({ process, burst }, { burstSeconds, measuredSeconds, startSeconds, budgetSeconds }) {
  const rounds = budgetSeconds / (2 * (startSeconds + measuredSeconds))
  return Math.sqrt((2 * (process ** 2 + (burst ** 2 * burstSeconds) / measuredSeconds)) / rounds)
}

/**
 * @param {number} degrees
 * @param {number} z quantile of the standard normal distribution
 * @returns {number} the quantile of the chi-squared distribution (Wilson and Hilferty, PNAS 17, 1931)
 */
function chiSquared (degrees, z) {
  const part = 2 / (9 * degrees)
  return degrees * (1 - part + z * Math.sqrt(part)) ** 3
}

/** @param {number[]} values at equal distances */
function straightLine (values) {
  const [middle, level] = [(values.length - 1) / 2, mean(values)]
  const squares = sumOfSquares(values.map((_, i) => i - middle))
  const slope = values.reduce((sum, value, i) => sum + (i - middle) * (value - level), 0) / squares
  return { slope, residuals: values.map((value, i) => value - level - slope * (i - middle)) }
}

/** @param {number} variance */
function root (variance) {
  return Math.sqrt(Math.max(0, variance))
}

/** @param {number[]} values */
function sumOfSquares (values) {
  return values.reduce((sum, value) => sum + value ** 2, 0)
}

/** @param {number[]} values */
function mean (values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

module.exports = { componentsOf, mean, pooled, standardError }
