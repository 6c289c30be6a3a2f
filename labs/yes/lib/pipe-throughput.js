'use strict'

const { once } = require('events')
const path = require('path')
const { OperationalError } = require('hot-path')
const { children, isInstalled } = require('hot-path/testing')

const PIPE_PROCESS = path.join(__dirname, 'pipe-process.js')
const METER = path.join(__dirname, 'meter.js')

// An unlimited writer uses memory until the machine has none left. It is stopped at half of what is tolerable, because
// stopping takes time.
const MOST_RSS_BYTES = 512 * 2 ** 20
// The meter counts ten times a second. The last interval of a run may be far shorter, and says nothing about the peak.
const SHORTEST_PIECE_SECONDS = 0.05
const LEAST_COUNTS = 4

/**
 * Output of a writer. Times in seconds since its start.
 *
 * @typedef {object} PipeThroughput
 * @property {string} meter `pv` or `embedded`
 * @property {number} seconds
 * @property {number} bytes
 * @property {number} bytesPerSecond mean from the first count on; NaN if too little was counted, like endShare
 * @property {number} peakBytesPerSecond in the best tenth of a second
 * @property {number} endShare rate in the last quarter of the time, relative to the mean rate: 0 if the output has
 *   stopped
 * @property {[seconds: number, bytes: number][]} counted cumulative
 * @property {[seconds: number, bytes: number][]} rss resident set size
 * @property {number} peakRssBytes
 * @property {number} waitShare share of the time that the writer or the meter waited for a CPU, the larger one, 0-1;
 *   NaN if the system does not report it
 * @property {'memory' | null} stopped why it was stopped early
 */

/** @returns {string} preferably pv, which moves pages without copying them, so that only the writer is measured */
function findMeter () {
  return isInstalled('pv') ? 'pv' : 'embedded'
}

/**
 * Measures a writer that writes into a meter for some seconds.
 *
 * @param {string[]} command program and arguments
 * @param {{ seconds: number, meter: string, directory: string }} options `directory`: for the pipe between the two
 * @returns {Promise<PipeThroughput>} also if the writer had to be stopped
 * @throws {OperationalError} if it cannot be started, exits early, or writes nothing
 */
async function measurePipe (command, { seconds, meter, directory }) {
  const meterCommand = meter === 'pv' ? ['pv', '--numeric', '--bytes', '--interval', '0.1'] : [process.execPath, METER]
  const request = { command, meterCommand, seconds, directory, mostRssBytes: MOST_RSS_BYTES }
  const host = children.start(process.execPath, [PIPE_PROCESS, JSON.stringify(request)], { stdio: ['pipe', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  host.stdout?.setEncoding('utf8').on('data', (text) => {
    output.stdout += text
  })
  host.stderr?.setEncoding('utf8').on('data', (text) => {
    output.stderr += text
  })
  const [status] = await once(host, 'close')
  if (status !== 0) throw new OperationalError(`${command.join(' ')} could not be measured. ${output.stderr.trim()}`)
  const { counted, rss, stopped, waitedSeconds } = JSON.parse(output.stdout)
  if (counted.length === 0) throw new OperationalError(`${command.join(' ')} wrote nothing. ${output.stderr.trim()}`)
  if (stopped === 'ended') throw new OperationalError(`${command.join(' ')} ended by itself. ${output.stderr.trim()}`)
  const peakRssBytes = rss.reduce(
    (/** @type {number} */ most, /** @type {number[]} */ [, bytes]) => Math.max(most, bytes),
    0
  )
  const figures = figuresOf(counted)
  const waitShare = waitedSeconds === null ? NaN : waitedSeconds / figures.seconds
  return { meter, ...figures, counted, rss, peakRssBytes, waitShare, stopped }
}

/** @param {[seconds: number, bytes: number][]} counted */
function figuresOf (counted) {
  const [[begin, first], [end, last]] = [counted[0], counted[counted.length - 1]]
  const pieces = counted
    .slice(1)
    .map(([at, bytes], i) => ({ seconds: at - counted[i][0], bytes: bytes - counted[i][1] }))
  const rates = pieces
    .filter(({ seconds }) => seconds >= SHORTEST_PIECE_SECONDS)
    .map(({ seconds, bytes }) => bytes / seconds)
  const late = counted.findLast(([at]) => at <= begin + 0.75 * (end - begin)) ?? counted[0]
  const share = (last - late[1]) / (end - late[0]) / (last / end)
  return {
    seconds: end,
    bytes: last,
    bytesPerSecond: end > begin ? (last - first) / (end - begin) : NaN,
    peakBytesPerSecond: rates.reduce((most, rate) => Math.max(most, rate), first / begin),
    endShare: counted.length < LEAST_COUNTS ? NaN : share
  }
}

module.exports = { MOST_RSS_BYTES, figuresOf, findMeter, measurePipe }
