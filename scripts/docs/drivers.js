'use strict'

// Whether the drivers agree, as Markdown: pure functions of results/drivers.json (see trials/studies/drivers.js).

const { LEVEL, doubtsOf, median, ratio } = require('hot-path/testing')
const { grouped, rounded, wholePercent, withInterval } = require('hot-path/reporting')
const { table } = require('./table')

/** @typedef {import('hot-path').Sample} Sample */
/** @typedef {{ samples: Sample[], drivers: string[], machine: { cores: number } }} DriversSession */

/**
 * @param {DriversSession} session
 * @returns {string} Markdown table: figures by each driver, on the same servers
 */
function driversTable ({ samples, drivers, machine }) {
  const rows = subjectsOf(samples).flatMap((id) =>
    drivers.map(function (driver) {
      const own = select(samples, id, driver)
      const middle = (/** @type {(sample: Sample) => number} */ read) => median(own.map(read))
      return [
        `\`${id}\``,
        driver,
        grouped(middle((sample) => sample.requestsPerSecond)),
        `${rounded(middle((sample) => sample.serverCpuUsPerRequest))} µs`,
        wholePercent(middle((sample) => sample.generatorUtilization)),
        wholePercent(middle((sample) => sample.loopUtilization)),
        doubtsAbout(own, machine) || 'none'
      ]
    })
  )
  return table(
    ['server', 'load generator', 'requests per second', 'CPU per request', 'generator busy', 'server busy', 'warnings'],
    rows
  )
}

/**
 * @param {DriversSession} session
 * @returns {string} Markdown table: each driver relative to the first, where all responses had a 2xx status
 */
function driversAgreement ({ samples, drivers: [first, ...others] }) {
  const answered = (/** @type {Sample[]} */ own) => own.every(({ non2xx }) => non2xx === 0)
  const rows = subjectsOf(samples).flatMap(function (id) {
    const reference = select(samples, id, first)
    return others
      .map((driver) => select(samples, id, driver))
      .filter(answered)
      .map((own) => [
        `\`${id}\``,
        `${own[0].driver} over ${first}`,
        over(own, reference, (sample) => sample.requestsPerSecond),
        over(own, reference, (sample) => sample.serverCpuUsPerRequest)
      ])
  })
  return table(['server', 'ratio', 'requests per second', 'CPU per request'], rows)
}

/** @param {Sample[]} samples */
function subjectsOf (samples) {
  return [...new Set(samples.map(({ subject }) => subject))]
}

/**
 * @param {Sample[]} samples
 * @param {string} id
 * @param {string} driver
 * @returns {Sample[]} in the order of the rounds
 */
function select (samples, id, driver) {
  return samples.filter((sample) => sample.subject === id && sample.driver === driver).sort((a, b) => a.round - b.round)
}

/**
 * @param {Sample[]} own
 * @param {{ cores: number }} machine
 * @returns {string} validity warnings with counts, such as `generator-bound: 7 of 8`
 */
function doubtsAbout (own, machine) {
  const found = own
    .flatMap((sample) => doubtsOf(sample, machine))
    .map(({ name }) => name)
    .filter((name) => name !== 'host-bound')
  return [...new Set(found)]
    .map((name) => `\`${name}\`: ${found.filter((one) => one === name).length} of ${own.length}`)
    .join('; ')
}

/**
 * @param {Sample[]} own
 * @param {Sample[]} reference
 * @param {(sample: Sample) => number} read
 */
function over (own, reference, read) {
  const { estimate, low, high } = ratio(own.map(read), reference.map(read), LEVEL)
  return withInterval(estimate, [low, high])
}

module.exports = { driversAgreement, driversTable }
