'use strict'

const { lines } = require('../report/lines')
const { seriesOf } = require('../measure/series')

/**
 * The series that a check-up judged by, with the judged window shaded.
 *
 * @param {import('./records').Examination} examination
 * @param {import('./records').AnalysisWindow} window
 * @returns {import('../report/figure').Picture[]} none where there is nothing to draw
 */
function picturesOf (examination, { judged: [from, to] }) {
  const { readings } = examination
  if (readings.length < 2) return []
  const series = seriesOf(examination)
  const seconds = (/** @type {number} */ index) => (readings[index].atMs - readings[0].atMs) / 1000
  /** @type {Record<string, Record<string, import('../measure/series').Point[]>>} */
  const pictures = {
    'Latency (ms)': { mean: series.latencyMeanMs, longest: series.latencyMaxMs },
    'Answers per second': { answers: series.answersPerSecond },
    'CPU of the process for a request (µs)': { CPU: series.cpuUsPerRequest },
    'Busy (1 is one core)': {
      'event loop': series.loopShare,
      process: series.cpuShare,
      'garbage collection': series.gcShare
    },
    'Longest time that the event loop was blocked (ms)': { blocked: series.blockedMs },
    'Memory in use (MB)': { heap: series.heapMb, buffers: series.buffersMb }
  }
  return Object.entries(pictures).map(([title, own]) =>
    lines({
      title,
      xName: 'seconds of load',
      lines: own,
      shaded: [seconds(from), seconds(to)]
    })
  )
}

module.exports = { picturesOf }
