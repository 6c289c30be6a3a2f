'use strict'

// The parts of the texts that are made from results/: pure functions from data to Markdown.

const catalog = require('../../catalog')
const claims = require('../../claims')
const { doubtsOf } = require('../../harness/doubts')
const { median, ratio } = require('../../harness/statistics')
const { LEVEL } = require('../../harness/verdict')
const { grouped, measured, rounded } = require('../numbers')
const { table, wholePercent } = require('./table')

/** @typedef {import('../../harness/records').Session & { claims: any[] }} ClaimsSession */

const LESSON = catalog.filter(({ lesson }) => lesson).map(({ id }) => id)

/**
 * @param {ClaimsSession} session
 * @param {string[]} [ids]
 * @returns {string} what each subject did, the middle of all rounds
 */
function subjectsTable ({ samples }, ids = LESSON) {
  const rows = ids.map(function (id) {
    const own = samples.filter(({ subject }) => subject === id)
    const middle = (/** @type {(sample: any) => number} */ read) => median(own.map(read))
    return [
      `\`${id}\`, ${catalog.find((entry) => entry.id === id)?.title}`,
      grouped(middle((sample) => sample.requestsPerSecond)),
      `${rounded(middle((sample) => sample.latencyMs.p50))} ms`,
      `${rounded(middle((sample) => sample.latencyMs.p99))} ms`,
      `${rounded(middle((sample) => sample.serverCpuUsPerRequest))} µs`
    ]
  })
  return table(['subject', 'requests per second', 'latency, median', 'latency, p99', 'CPU per request'], rows)
}

/**
 * @param {ClaimsSession} session
 * @param {string[]} [ids] all claims by default
 * @returns {string} each claim, what was measured, and the verdict
 */
function claimsTable ({ claims: judged }, ids = claims.map(({ id }) => id)) {
  return table(['claim', 'measured', '95 % interval', 'verdict'], ids.map(function (id) {
    const claim = claims.find((claim) => claim.id === id)
    const { ratio, interval, verdict } = judged.find((one) => one.id === id)
    return [String(claim?.text), ratio === null ? '-' : rounded(ratio), interval === null ? '-' : interval.map(rounded).join(' to '), `\`${verdict}\``]
  }))
}

/**
 * @param {ClaimsSession} session
 * @returns {string} where and when it was measured
 */
function machineLine ({ date, machine, plan, samples }) {
  const rounds = new Set(samples.map(({ round }) => round)).size
  return `Measured on ${date.slice(0, 10)}: ${machine.cores} cores of ${machine.cpu}, Node ${machine.node}, ` +
    `${plan.driver} with ${plan.connections} connections, ${rounds} rounds of ${plan.durationSeconds} s after ${plan.warmupSeconds} s of warm-up. ` +
    'Your figures will differ; the ratios will resemble these.'
}

/**
 * @param {{ samples: any[], drivers: string[], machine: { cores: number } }} session see ../study/drivers.js
 * @returns {string} what each driver saw of the same servers
 */
function driversTable ({ samples, drivers, machine }) {
  const subjects = [...new Set(samples.map(({ subject }) => subject))]
  const rows = subjects.flatMap((id) => drivers.map(function (driver) {
    const own = samples.filter((sample) => sample.subject === id && sample.driver === driver)
    const middle = (/** @type {string} */ key) => median(own.map((sample) => sample[key]))
    const bound = own.filter((sample) => doubtsOf(sample, machine).some(({ name }) => name === 'generator-bound'))
    return [
      `\`${id}\``,
      driver,
      grouped(middle('requestsPerSecond')),
      `${rounded(middle('serverCpuUsPerRequest'))} µs`,
      wholePercent(middle('generatorUtilization')),
      wholePercent(middle('loopUtilization')),
      `${bound.length} of ${own.length}`
    ]
  }))
  return table(['subject', 'driver', 'requests per second', "server's CPU per request", 'generator busy', 'server busy', '`generator-bound`'], rows)
}

/**
 * @param {{ samples: any[], drivers: string[] }} session see ../study/drivers.js
 * @returns {string} how far each driver agrees with the first
 */
function driversAgreement ({ samples, drivers: [first, ...others] }) {
  const subjects = [...new Set(samples.map(({ subject }) => subject))]
  const rows = subjects.flatMap((id) => others.map(function (driver) {
    const seriesOf = (/** @type {string} */ name, /** @type {string} */ key) => samples
      .filter((sample) => sample.subject === id && sample.driver === name)
      .sort((a, b) => a.round - b.round).map((sample) => sample[key])
    const over = (/** @type {string} */ key) => {
      const { estimate, low, high } = ratio(seriesOf(driver, key), seriesOf(first, key), LEVEL)
      return measured(estimate, [low, high])
    }
    return [`\`${id}\``, `${driver} over ${first}`, over('requestsPerSecond'), over('serverCpuUsPerRequest')]
  }))
  return table(['subject', 'ratio', 'requests per second', "server's CPU per request"], rows)
}

module.exports = { claimsTable, driversAgreement, driversTable, machineLine, subjectsTable }
