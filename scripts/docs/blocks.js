'use strict'

// The parts of the texts that are made from results/: pure functions from data to Markdown.

const catalog = require('../../catalog')
const claims = require('../../claims')
const { boundOfNone } = require('../study/rates')

/** @typedef {import('../../harness/records').Session & { claims: any[] }} ClaimsSession */

/**
 * @param {ClaimsSession} session
 * @returns {string} what each subject did, the middle of all rounds
 */
function subjectsTable ({ samples }) {
  const rows = catalog.filter(({ id }) => samples.some(({ subject }) => subject === id)).map(function ({ id, title }) {
    const own = samples.filter(({ subject }) => subject === id)
    const middle = (/** @type {(sample: any) => number} */ read) => median(own.map(read))
    return [
      `\`${id}\`, ${title}`,
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
 * @returns {string} every claim, what was measured, and the verdict
 */
function claimsTable ({ claims: judged }) {
  return table(['claim', 'measured', '95 % interval', 'verdict'], judged.map(function ({ id, ratio, interval, verdict }) {
    const claim = claims.find((claim) => claim.id === id)
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
 * @param {any[]} rates see ratesOf in ../study/rates.js
 * @returns {string} how often the gate, and two usual ways beside it, cry wolf and miss
 */
function gateTable (rates) {
  return table(
    ['slowdown', 'machine', 'true size', 'gates: live', 'found', 'gates: resampled', 'found', '"5 % slower fails", one pair', 'autocannon-compare, one pair'],
    rates.filter(({ gates }) => gates > 0).map((rate) => [
      `step ${rate.step}, ${rate.slowdownPercent === 0 ? 'none' : `${rate.slowdownPercent} %`}`,
      rate.neighbour ? 'busy neighbour' : 'quiet',
      change(rate.trueRatio.estimate),
      String(rate.gates),
      share(rate.live.fails, rate.gates),
      String(sum(rate.resampled)),
      share(rate.resampled.fails, sum(rate.resampled)),
      share(rate.fivePercentRule, rate.pairs),
      share(rate.autocannonCompare.candidateWins + rate.autocannonCompare.baselineWins, rate.pairs)
    ])
  )
}

/**
 * @param {any[]} rates
 * @returns {string} what the counts of false alarms support
 */
function falseAlarms (rates) {
  const same = rates.filter(({ slowdownPercent }) => slowdownPercent === 0)
  const live = same.reduce((all, { gates }) => all + gates, 0)
  const alarms = same.reduce((all, { live }) => all + live.fails, 0)
  const resampled = same.reduce((all, rate) => all + sum(rate.resampled), 0)
  const resampledAlarms = same.reduce((all, rate) => all + rate.resampled.fails, 0)
  const bound = alarms === 0 && live > 0 ? ` None in ${live} is compatible with a true rate of up to ${(100 * boundOfNone(live)).toFixed(1)} % (95 % confidence), and no more is claimed.` : ''
  return `A server against itself: ${alarms} false alarms in ${live} live gates, ${resampledAlarms} in ${resampled} gates resampled from their rounds.${bound}`
}

/** @param {Record<string, number>} counts */
function sum (counts) {
  return Object.values(counts).reduce((all, count) => all + count, 0)
}

/**
 * @param {number} part
 * @param {number} all
 */
function share (part, all) {
  return `${part} (${(100 * part / all).toFixed(0)} %)`
}

/** @param {number} ratio */
function change (ratio) {
  return `${ratio < 1 ? '-' : '+'}${Math.abs(100 * (ratio - 1)).toFixed(1)} %`
}

/** @param {number[]} values */
function median (values) {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2
}

/** @param {number} value */
function rounded (value) {
  return Math.abs(value) >= 100 ? grouped(value) : String(+value.toPrecision(3))
}

/** @param {number} value */
function grouped (value) {
  return Math.round(value).toLocaleString('en-US')
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
function table (head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

module.exports = { claimsTable, falseAlarms, gateTable, machineLine, subjectsTable }
