'use strict'

// The parts of labs/variance/README.md that are generated from results/variance-study.json.

const { componentsOf, mean, pooled, standardError } = require('../../../labs/variance/components')
const factors = require('../../../labs/variance/factors')
const { change, changeBetween, counted, rounded, wholePercent } = require('hot-path/reporting')
const { table } = require('../table')

/**
 * @typedef {object} Cohort
 * @property {string} server
 * @property {string} factor
 * @property {string} node
 * @property {number} run
 * @property {string} date ISO 8601
 * @property {string} cpu
 * @property {number[][]} costsUs CPU time per request, for each process one value for each turn
 */
/** @typedef {{ cohorts: Cohort[], machine: { cores: number } }} Study */

const BURST_SECONDS = 0.02
// A sample of one second, as in the sections below: its bursts, and turns of 0.18 s that it covers.
const BURSTS = 50
const MOMENTS = 6
// A round of a gate, measured with the recorded gates (results/gate-study.json): 4 s for 0.87 s of each server.
const ROUND = { burstSeconds: BURST_SECONDS, startSeconds: 1.13, budgetSeconds: 60 }
// Finds a slowdown of 5 % beyond a margin of 2 % four times in five, at a level of 97.5 %.
const WANTED_ERROR = 0.009
const GATE_SECONDS = 0.87
const MEASURED_SECONDS = [0.2, 0.43, GATE_SECONDS, 1.5, 3, 6]

/** @param {Study} study */
function setup ({ cohorts, machine }) {
  const turns = new Set(cohorts.map(({ costsUs: [one] }) => one.length))
  const nodes = [...new Set(cohorts.map(({ node }) => node))].toSorted()
  const cpus = [...new Set(cohorts.map(({ cpu }) => cpu))].join(', and of ')
  const dates = cohorts.map(({ date }) => date.slice(0, 10)).toSorted()
  const days = dates[0] === dates.at(-1) ? dates[0] : `${dates[0]} to ${dates.at(-1)}`
  return (
    `Measured on ${days}: ${machine.cores} cores of ${cpus}, Node ${nodes.join(', ')}; ` +
    `${counted(cohorts.length, 'cohort')} of ${cohorts[0].costsUs.length} processes, ${[...turns].join(' or ')} turns each.`
  )
}

/**
 * @param {Study} study
 * @param {(cohort: Cohort) => boolean} isWanted
 */
function poolOf ({ cohorts }, isWanted) {
  const all = cohorts.filter(isWanted).map(({ costsUs }) => componentsOf(costsUs))
  const means = { trend: mean(all.map(({ trend }) => trend)), costUs: Math.exp(mean(all.map(({ level }) => level))) }
  return { ...pooled(all), ...means }
}

/**
 * @param {Study} study
 * @param {'server' | 'node'} key
 * @returns {string} Markdown table: the components for each server or version of Node, nothing held equal
 */
function partsTable (study, key) {
  const plain = (/** @type {Cohort} */ { factor }) => factor === 'none'
  const rows = [...new Set(study.cohorts.map((cohort) => cohort[key]))].toSorted().map(function (value) {
    const pool = poolOf(study, (cohort) => plain(cohort) && cohort[key] === value)
    return [value, `${rounded(pool.costUs)} µs`, ...cellsOf(pool)]
  })
  return table([key, 'CPU per request', ...PARTS], [...rows, ['all', '', ...cellsOf(poolOf(study, plain))]])
}

const PARTS = ['process [95 % interval]', 'moment', 'burst', 'trend']

/**
 * @param {ReturnType<typeof poolOf>} pool
 * @returns {string[]} under `PARTS`
 */
function cellsOf ({ process, interval, moment, burst, trend }) {
  return [withRange(process, interval), spread(moment), spread(burst), change(Math.exp(trend))]
}

/**
 * @param {Study} study
 * @returns {string} Markdown table: the components of all servers with each factor held equal
 */
function factorsTable (study) {
  const rows = factors.flatMap(function ({ id, title }) {
    const isWanted = (/** @type {Cohort} */ { factor }) => factor === id
    if (!study.cohorts.some(isWanted)) return []
    return [[title, ...cellsOf(poolOf(study, isWanted)), id === 'none' ? '' : costOf(study, id)]]
  })
  return table(['held equal', ...PARTS, 'CPU per request'], rows)
}

/**
 * @param {Study} study
 * @param {string} id of a factor
 * @returns {string} its CPU per request over that with nothing held equal, and the range over the cohorts
 */
function costOf (study, id) {
  const logs = study.cohorts.filter(({ factor }) => factor === id).flatMap(function (one) {
    const plain = counterpart(study, one, { factor: 'none' })
    return plain ? [componentsOf(one.costsUs).level - componentsOf(plain.costsUs).level] : []
  })
  return `${change(Math.exp(mean(logs)))} (${changeBetween([Math.exp(Math.min(...logs)), Math.exp(Math.max(...logs))])})`
}

/**
 * Shares of the variance between two samples of one second, of fresh processes, minutes apart.
 *
 * @param {Study} study
 */
function shares (study) {
  const { process, moment, burst } = poolOf(study, ({ factor }) => factor === 'none')
  const averaged = { moment: moment ** 2 / MOMENTS, burst: burst ** 2 / BURSTS }
  const parts = { process: process ** 2, minutes: minutes(study), ...averaged }
  const whole = parts.process + parts.minutes + parts.moment + parts.burst
  return { parts, whole, machine: (parts.minutes + parts.moment) / whole }
}

/**
 * @param {Study} study
 * @returns {number} variance of a cohort's mean between cohorts of the same server and factor, minutes apart, without
 *   what the processes contribute: two cohorts of different times differ in nothing else
 */
function minutes (study) {
  const pairs = study.cohorts.filter(({ run }) => run === 1).flatMap(function (first) {
    const second = counterpart(study, first, { run: 2 })
    if (!second) return []
    const [one, two] = [first, second].map(({ costsUs }) => componentsOf(costsUs))
    const own = (one.process + two.process) / first.costsUs.length
    return [((one.level - two.level) ** 2 - own) / 2]
  })
  return pairs.length ? Math.max(0, mean(pairs)) : 0
}

/**
 * @param {Study} study
 * @param {Cohort} cohort
 * @param {Partial<Cohort>} change what differs
 * @returns {Cohort | undefined} the cohort that is otherwise the same
 */
function counterpart ({ cohorts }, cohort, change) {
  const wanted = { ...cohort, ...change }
  return cohorts.find(({ server, factor, node, run }) =>
    server === wanted.server && factor === wanted.factor && node === wanted.node && run === wanted.run)
}

/** @param {Study} study */
function sharesSummary (study) {
  const { parts, whole, machine } = shares(study)
  const share = (/** @type {number} */ part) => wholePercent(part / whole)
  return (
    'Take two fresh processes, one minutes after the other, and measure each for a second: their CPU times per request ' +
    `differ by a standard deviation of ${spread(Math.sqrt(2 * whole))}. Of that variance, ${wholePercent(machine)} is ` +
    `the machine (${share(parts.minutes)} from minute to minute, ${share(parts.moment)} within the second), ` +
    `${share(parts.process)} is the process, and ${share(parts.burst)} differs from one burst of 20 ms to the next.`
  )
}

/**
 * @param {Study} study
 * @returns {string} Markdown table: the spread of a ratio of two servers, by way of measuring
 */
function adviceTable (study) {
  const { parts, whole } = shares(study)
  const spreads = (/** @type {string} */ id) => poolOf(study, ({ factor }) => factor === id)
  const plain = spreads('none')
  const inTurns = (/** @type {{ process: number, burst: number }} */ { process, burst }, processes = 1) =>
    Math.sqrt((2 * (process ** 2 + burst ** 2 / BURSTS)) / processes)
  const rows = /** @type {[string, number][]} */ ([
    ['one process each, for a second, minutes apart', Math.sqrt(2 * whole)],
    ['the same, directly one after the other', Math.sqrt(2 * (whole - parts.minutes))],
    ['the same, in turns of 20 ms', inTurns(plain)],
    ['in turns, after a warm-up of 5 s', inTurns(spreads('warm'))],
    ['in turns, addresses and seeds held equal (see below)', inTurns(spreads('layout'))],
    ['in turns, one core for the server', inTurns(spreads('core'))],
    ['in turns, ten processes each', inTurns(plain, 10)]
  ])
  return table(
    ['how two versions are measured', 'spread of their ratio', 'two that are equal differ by up to'],
    rows.map(([how, deviation]) => [how, spread(deviation), spread(1.96 * deviation)])
  )
}

/**
 * @param {Study} study
 * @returns {string} Markdown: expected standard error of a gate of one minute, as a table and a sentence
 */
function designTable (study) {
  const spreads = poolOf(study, ({ factor }) => factor === 'none')
  const errors = MEASURED_SECONDS.map((measuredSeconds) => standardError(spreads, { ...ROUND, measuredSeconds }))
  const rows = MEASURED_SECONDS.map((seconds, i) => [
    `${seconds} s`,
    String(Math.floor(ROUND.budgetSeconds / (2 * (ROUND.startSeconds + seconds)))),
    spread(errors[i]),
    rounded((errors[i] / WANTED_ERROR) ** 2)
  ])
  const head = ['measured of each server in a round', 'rounds in a minute', 'standard error of the ratio']
  const own = spread(errors[MEASURED_SECONDS.indexOf(GATE_SECONDS)])
  return (
    table([...head, `minutes for ${spread(WANTED_ERROR)}`], rows) +
    `\n\nA gate measures each server for ${GATE_SECONDS} s in a round. Its standard error is ${own}; the least is ${spread(Math.min(...errors))}.`
  )
}

/** @param {number} deviation of logarithms */
function spread (deviation) {
  return `${(100 * deviation).toFixed(1)} %`
}

/**
 * @param {number} deviation
 * @param {[number, number]} interval
 */
function withRange (deviation, [low, high]) {
  return `${spread(deviation)} [${spread(low)} .. ${spread(high)}]`
}

module.exports = { adviceTable, designTable, factorsTable, partsTable, setup, sharesSummary }
