'use strict'

// The parts of labs/yes/README.md that are made from results/lab-yes.json.

const { summaryOf } = require('../../labs/yes/lib/summary')
const { grouped, rounded } = require('hot-path/base/numbers')
const { judgedTable, table } = require('./table')

/**
 * @param {any} record of the lab
 * @returns {string} each writer: rate, ratio, system calls, memory
 */
function yesTable (record) {
  const head = ['writer', 'GiB/s', 'over GNU yes', '95 % interval', 'system calls for a GiB', 'memory, MiB']
  return table(
    head,
    summaryOf(record).map(({ id, title, gibPerSecond, ratio, interval, syscallsPerGib, memoryMib }) => [
      `\`${id}\`, ${title}`,
      rounded(gibPerSecond),
      rounded(ratio),
      interval?.every(Number.isFinite) ? interval.map(rounded).join(' to ') : '',
      syscallsPerGib === null ? '' : grouped(syscallsPerGib),
      rounded(memoryMib)
    ])
  )
}

/**
 * @param {any} record of the lab
 * @returns {string} what it claims, and whether that held
 */
function yesClaims ({ claims, date, machine, plan }) {
  return (
    judgedTable(claims) +
    `\n\nMeasured on ${date.slice(0, 10)}: ${machine.cores} cores of ${machine.cpu}, Node ${machine.node}, ${plan.rounds} rounds of ${plan.durationSeconds} s, counted by ${plan.meter}.`
  )
}

module.exports = { yesClaims, yesTable }
