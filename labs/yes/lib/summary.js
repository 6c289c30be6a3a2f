'use strict'

const { median } = require('hot-path/testing')

const GIB = 2 ** 30
const MIB = 2 ** 20

/**
 * Returns the figures of each writer for tables: medians of all rounds.
 *
 * @param {import('./measure').WriterSession & import('./page').WriterRecord} record
 */
function summaryOf ({ subjects, titles, samples, ratios, syscallsPerGib }) {
  return subjects.map(function (id) {
    const own = samples.filter(({ subject }) => subject === id)
    const { ratio, interval } = ratios.find(({ subject }) => subject === id) ?? { ratio: null, interval: null }
    return {
      id,
      title: titles[id],
      isBaseline: ratios.some(({ over }) => over === id),
      gibPerSecond: median(own.map(({ bytesPerSecond }) => bytesPerSecond / GIB)),
      peakGibPerSecond: median(own.map(({ peakBytesPerSecond }) => peakBytesPerSecond / GIB)),
      memoryMib: median(own.map(({ peakRssBytes }) => peakRssBytes / MIB)),
      syscallsPerGib: syscallsPerGib[id] ?? null,
      ratio,
      interval
    }
  })
}

module.exports = { summaryOf }
