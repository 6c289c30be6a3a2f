'use strict'

const { once } = require('events')
const path = require('path')
const { OperationalError } = require('hot-path')
const { children, isInstalled } = require('hot-path/testing')

const PIPE_PROCESS = path.join(__dirname, 'pipe-process.js')
const METER = path.join(__dirname, 'meter.js')

// A writer that nobody stops takes memory until the machine has none. Half of what it may take at most, so that there
// is time to stop it.
const MOST_RSS_BYTES = 512 * 2 ** 20
// The meter counts ten times a second; the last piece of a run may be far shorter than that, and says nothing.
const SHORTEST_PIECE_SECONDS = 0.05
const LEAST_COUNTS = 4

/**
 * What a writer wrote. Times in seconds since it was started.
 *
 * @typedef {object} PipeThroughput
 * @property {string} meter that counted: `pv`, or `embedded`
 * @property {number} seconds
 * @property {number} bytes
 * @property {number} bytesPerSecond the mean, once it had begun; NaN where too little was counted, as endShare
 * @property {number} peakBytesPerSecond in the best tenth of a second
 * @property {number} endShare what came in the last quarter of the time, over what a quarter of it all would be: 0
 *   where it has run dry
 * @property {[seconds: number, bytes: number][]} counted so far
 * @property {[seconds: number, bytes: number][]} rss resident set size
 * @property {number} peakRssBytes
 * @property {number} waitShare the time that the writer, or the meter, waited for a CPU, over all the time: 0-1; NaN
 *   where the system does not tell
 * @property {'memory' | null} stopped why it was stopped before its time
 */

/** @returns {string} the meter that there is: pv moves pages without copying them, so the writer is what is measured */
function findMeter () {
  return isInstalled('pv') ? 'pv' : 'embedded'
}

/**
 * Lets a writer write into a meter for a while.
 *
 * @param {string[]} command program and arguments
 * @param {{ seconds: number, meter: string, directory: string }} options `directory`: for the pipe between the two
 * @returns {Promise<PipeThroughput>} also where the writer had to be stopped
 * @throws {OperationalError} when it cannot be started, ends by itself, or writes nothing
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

/**
 * @param {[seconds: number, bytes: number][]} counted
 */
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
