'use strict'

// Whether the drivers agree, as Markdown: pure functions of results/drivers.json and locust-study.json.

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

/**
 * @typedef {{ driver: string, workers: number, requestsPerSecond: number, betweenMs: number, generatorUtilization:
 *   number }} RateSample
 * @typedef {Record<'p50' | 'p90' | 'p99', number>} Percentiles in ms
 * @typedef {object} LocustStudy results/locust-study.json (see trials/studies/locust.js)
 * @property {RateSample[]} rates on step 2
 * @property {{ connections: number, requests: number, served: number, law: number }[]} counts
 * @property {{ driver: string, workers: number, latencyMs: Percentiles, serverMs: Percentiles }[]} percentiles
 * @property {Record<string, any>[]} findings names by driver, most important first
 */

/**
 * @param {LocustStudy} study
 * @returns {string} Markdown table: what each generator sends, relative to the first
 */
function locustRates ({ rates }) {
  const keyOf = (/** @type {RateSample} */ { driver, workers }) => `${driver}, ${workers}`
  const groups = [...new Set(rates.map(keyOf))].map((key) => rates.filter((sample) => keyOf(sample) === key))
  const first = median(groups[0].map(({ requestsPerSecond }) => requestsPerSecond))
  return table(
    ['load generator', 'processes', 'requests per second', 'relative', 'busy', 'from a response to the next request'],
    groups.map(function (own) {
      const rate = median(own.map(({ requestsPerSecond }) => requestsPerSecond))
      const betweenMs = median(own.map((sample) => sample.betweenMs))
      const busy = wholePercent(median(own.map(({ generatorUtilization }) => generatorUtilization)))
      const [{ driver, workers }] = own
      return [driver, String(workers), grouped(rate), (rate / first).toFixed(2), busy, betweenMs > 0 ? `${rounded(betweenMs)} ms` : '']
    })
  )
}

/**
 * @param {LocustStudy} study
 * @returns {string} one sentence: the rate of one worker
 */
function locustHeadline ({ rates }) {
  const rate = (/** @type {string} */ name) =>
    median(rates.filter(({ driver, workers }) => driver === name && workers === 1).map((one) => one.requestsPerSecond))
  return (
    `One worker sent ${grouped(rate('locust'))} requests per second to step 2, at its limit; ` +
    `the built-in generator sent ${grouped(rate('built-in'))} and wrk ${grouped(rate('wrk'))}, and step 2 was at its own.`
  )
}

/**
 * @param {LocustStudy} study
 * @returns {string} one paragraph
 */
function locustSummary ({ counts, percentiles, findings }) {
  const laws = counts.map(({ law }) => law)
  const isSame = counts.filter(({ requests, served }) => requests === served).length
  const names = /** @type {(keyof Percentiles)[]} */ (['p50', 'p90', 'p99'])
  const errors = percentiles
    .filter(({ driver }) => driver === 'locust')
    .flatMap(({ latencyMs, serverMs }) => names.map((name) => Math.abs(latencyMs[name] / serverMs[name] - 1)))
  const isAlike = findings.filter((one) => one.locust[0] === one['built-in'][0])
  const others = findings.filter((one) => !isAlike.includes(one))
  return (
    `With four workers and ${counts.map(({ connections }) => connections).join(', ')} connections to step 2, the number of requests was the server's in ${isSame} of ${counts.length} loads, ` +
    `and Little's law gave ${Math.min(...laws).toFixed(2)} to ${Math.max(...laws).toFixed(2)}. ` +
    `Medians, 90th and 99th percentiles were within ${(100 * Math.max(...errors)).toFixed(1)} % of those that a server with known delays measured itself. ` +
    `The check-up of an attached server named the same problem first under Locust (two workers) as under the built-in generator in ${isAlike.length} of ${findings.length}` +
    `${others.map((one) => `; of \`${one.server}\`, it said \`${one.locust[0]}\` rather than \`${one['built-in'][0]}\``).join('')}.`
  )
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

module.exports = { driversAgreement, driversTable, locustHeadline, locustRates, locustSummary }
