'use strict'

// The parts of labs/yes/README.md that are made from results/lab-yes.json.

const { grouped, rounded } = require('../../harness/report/numbers')
const { median } = require('../../harness/statistics')
const { table } = require('./table')

const GIB = 2 ** 30
const MIB = 2 ** 20

/**
 * @param {any} record of the lab
 * @returns {string} each writer: rate, ratio, system calls, memory
 */
function yesTable ({ subjects, titles, samples, ratios, syscallsPerGib }) {
  return table(['writer', 'GiB/s', 'over GNU yes', '95 % interval', 'system calls for a GiB', 'memory, MiB'], subjects.map(function (/** @type {string} */ id) {
    const own = samples.filter((/** @type {any} */ { subject }) => subject === id)
    const { ratio, interval } = ratios.find((/** @type {any} */ { subject }) => subject === id) ?? { ratio: null, interval: null }
    return [
      `\`${id}\`, ${titles[id]}`,
      rounded(median(own.map((/** @type {any} */ { bytesPerSecond }) => bytesPerSecond / GIB))),
      rounded(ratio),
      interval?.every(Number.isFinite) ? interval.map(rounded).join(' to ') : '',
      syscallsPerGib[id] === null ? '' : grouped(syscallsPerGib[id]),
      rounded(median(own.map((/** @type {any} */ { peakRssBytes }) => peakRssBytes / MIB)))
    ]
  }))
}

/**
 * @param {any} record of the lab
 * @returns {string} what it claims, and whether that held
 */
function yesClaims ({ claims, date, machine, plan }) {
  const rows = claims.map((/** @type {any} */ { text, ratio, interval, verdict }) => [text, rounded(ratio), interval?.map(rounded).join(' to ') ?? '-', `\`${verdict}\``])
  return table(['claim', 'measured', '95 % interval', 'verdict'], rows) +
    `\n\nMeasured on ${date.slice(0, 10)}: ${machine.cores} cores of ${machine.cpu}, Node ${machine.node}, ${plan.rounds} rounds of ${plan.durationSeconds} s, counted by ${plan.meter}.`
}

module.exports = { yesClaims, yesTable }
