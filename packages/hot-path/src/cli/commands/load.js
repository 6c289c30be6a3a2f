'use strict'

const fs = require('fs')
const os = require('os')
const { requestsFrom } = require('../../config/request-options')
const { drive, findDriver } = require('../../load/drivers')
const { littlesLaw } = require('../../load/histogram')
const { loadFrom } = require('../../load/locust-results')
const { withoutSecretQuery } = require('../../load/requests')
const { generatorOf, loadText } = require('../../load/workload')
const { isListening, targetOf } = require('../../process/address')
const { printRecord } = require('../../report/record')
const { OperationalError } = require('../../util/errors')
const { rounded, wholePercent, wrap } = require('../../util/format')
const { BUSY, doubtsOf, remedyOf } = require('../../verdict/validity')
const { OF_REQUESTS } = require('../option-list')
const { progress, tell } = require('../terminal')

/** @typedef {import('../../types/pipeline').Load} Load */

const WIDTH = 80
const STDIN = 0

/** @type {import('../command').Command & { loadOn: typeof loadOn }} */
module.exports = {
  loadOn,
  name: 'load',
  usage: '<url>',
  summary: 'Apply load to a server that runs already, and print its throughput and latency',
  options: [
    'connections',
    'duration',
    ...OF_REQUESTS.filter((name) => name !== 'path'),
    'rate',
    'driver',
    'workers',
    'expect-workers',
    'from',
    'json'
  ],
  positionals: [0, 1],
  async run ([url], values) {
    if (values.from.length > 0) return show(loadFrom(read(url, values.from)), { url: '', values })
    if (url === undefined) throw new OperationalError('load needs a URL, or --from=FILE. See: npx hot-path load --help')
    const { address, workload } = await loadOn(url, values)
    const driver = findDriver(workload.driver ?? 'built-in', workload)
    const shown = progress(process.stderr)
    tell(`Load on ${withoutSecretQuery(url)}: ${loadText({ ...workload, driver: driver.name }, workload)}, ${workload.durationSeconds} s.\n`)
    const onProgress = (/** @type {number} */ fraction) => shown.update('load', fraction)
    const load = await drive(driver, address, workload, { onProgress, onNote: tell }).finally(shown.end)
    return show(load, { url: withoutSecretQuery(url), values })
  }
}

/**
 * @param {Load} load
 * @param {{ url: string, values: Record<string, any> }} options
 * @returns {number} exit status
 */
function show (load, { url, values }) {
  if (values.json) printRecord('load', { url, date: new Date().toISOString(), ...load })
  else console.log(lines(load).join('\n'))
  return load.requests > 0 ? 0 : 3
}

/**
 * @param {string | undefined} url must be undefined
 * @param {string[]} files
 * @returns {string} the log of a Locust
 */
function read (url, [file, ...others]) {
  if (url !== undefined || others.length > 0) throw new OperationalError('--from reads one file, and applies no load. Leave out the rest.')
  try {
    return fs.readFileSync(file === '-' ? STDIN : file, 'utf8')
  } catch (err) {
    throw new OperationalError(`${file} cannot be read: ${/** @type {Error} */ (err).message}`, { cause: err })
  }
}

/**
 * @param {string} url
 * @param {Record<string, any>} values the options
 * @returns {Promise<import('../../types/pipeline').AppliedLoad>}
 * @throws {OperationalError} if it is not a URL, or nothing listens there
 */
async function loadOn (url, values) {
  const { address, path } = targetOf(url)
  if (!(await isListening(address))) throw new OperationalError(`nothing listens on ${address.host}:${address.port}.`)
  const requests = requestsFrom(values)
  const workload = {
    path,
    connections: values.connections,
    durationSeconds: values.duration,
    ...(requests && { requests }),
    ...(values.rate && { pace: { requestsPerSecond: values.rate } }),
    ...generatorOf(values)
  }
  return { address, workload }
}

/**
 * @param {Load} load
 * @returns {string[]} lines for a terminal
 */
function lines (load) {
  const { requests, requestsPerSecond, seconds, latencyMs, non2xx, errors, timeouts, betweenMs } = load
  return [
    `${requests.toLocaleString('en')} responses in ${seconds.toFixed(1)} s, ${rounded(requestsPerSecond)} per second`,
    ...(requests > 0 ? [latencyText(latencyMs)] : []),
    `Outside 2xx: ${non2xx}. Without a response: ${errors}${timeouts > 0 ? `, of which timed out: ${timeouts}` : ''}`,
    `Load generator: ${wholePercent(load.generatorUtilization)} busy` +
      (betweenMs === undefined ? '' : `, ${rounded(betweenMs)} ms from a response to the next request`),
    ...doubtsAbout(load).flatMap((text) => ['', ...wrap(text, WIDTH)])
  ]
}

/** @param {Load['latencyMs']} latencyMs */
function latencyText ({ p50, p90, p99, max }) {
  return `Latency: ${rounded(p50)} ms median, ${rounded(p90)} ms p90, ${rounded(p99)} ms p99, ${rounded(max)} ms maximum`
}

/**
 * @param {Load} load
 * @returns {string[]} why its figures may not be those of the server
 */
function doubtsAbout (load) {
  const { driver, generatorUtilization } = load
  const unknown = { round: 1, subject: 'the server', loopUtilization: NaN, serverCpuShare: NaN, littlesLaw: littlesLaw(load) }
  const doubts = doubtsOf(/** @type {any} */ ({ ...load, ...unknown }), { cores: os.availableParallelism() })
  const full = `${driver} was ${wholePercent(generatorUtilization)} busy, and may have limited the throughput. ${remedyOf(driver)}`
  return [
    ...(generatorUtilization >= BUSY ? [full] : []),
    ...doubts.map(({ sentence, remedy }) => `${sentence} ${remedy}`)
  ]
}
