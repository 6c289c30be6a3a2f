'use strict'

// Parts of the texts that are generated from results/claims.json: pure functions from data to Markdown.

const { isGeneratorBound, loadText } = require('hot-path/testing')
const { claimedText, figuresOf, plainVerdict, rounded } = require('hot-path/reporting')
const { claims, subjects } = require('../config')
const { table } = require('./table')

/** @typedef {import('hot-path').Session & { claims: any[] }} ClaimsSession */

const LESSON = subjects.filter(({ featured }) => featured).map(({ id }) => id)

/**
 * @param {ClaimsSession} session
 * @param {string[]} [ids]
 * @returns {string} Markdown table: figures of each server in a typical round
 */
function subjectsTable ({ samples, machine }, ids = LESSON) {
  const rows = ids.map(function (id) {
    const own = samples.filter(({ subject }) => subject === id)
    const [throughput, p50, p99, cpu] = figuresOf(own, machine)
    return [
      `\`${id}\`, ${subjects.find((entry) => entry.id === id)?.title}`,
      isGeneratorBound(own, machine) ? `≥ ${throughput}` : throughput,
      rangeOf(own, 'p50') ?? p50,
      rangeOf(own, 'p99') ?? p99,
      cpu
    ]
  })
  return table(['server', 'requests per second', 'latency, median', 'latency, p99', 'CPU per request'], rows)
}

// A latency that varies by more than this factor between rounds is shown as a range: that of eight rounds in ten.
const UNSTEADY = 2
const MOST_ROUNDS = [0.1, 0.9]

/**
 * @param {import('hot-path').Sample[]} own
 * @param {'p50' | 'p99'} percentile
 * @returns {string | null} range of eight rounds in ten; null if one number is enough
 */
function rangeOf (own, percentile) {
  const values = own.map(({ latencyMs }) => latencyMs[percentile] ?? NaN).filter(Number.isFinite).sort((a, b) => a - b)
  const [least, most] = MOST_ROUNDS.map((share) => values[Math.round(share * (values.length - 1))])
  return most > UNSTEADY * least ? `${rounded(least)} to ${rounded(most)} ms` : null
}

/**
 * @param {ClaimsSession} session
 * @param {string[]} [ids] all claims by default
 * @returns {string} Markdown table: each claim, its measured value, and the verdict
 */
function claimsTable ({ claims: judged }, ids = claims.map(({ id }) => id)) {
  return table(
    ['claim', 'measured', 'verdict'],
    ids.map(function (id) {
      const claim = claims.find((claim) => claim.id === id)
      const one = judged.find((one) => one.id === id)
      return [String(claim?.text), claimedText(claim, one), `\`${plainVerdict(one.verdict)}\``]
    })
  )
}

/**
 * @param {ClaimsSession} session
 * @returns {string} paragraph: date, machine and method of the measurement
 */
function machineLine ({ date, machine, plan, claims: judged }) {
  const counts = judged.map(({ rounds }) => rounds)
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)]
  const rounds = fewest === most ? fewest : `${fewest} to ${most}`
  const how =
    `In each round, every server is restarted and warmed up for at most ${plan.warmupSeconds} s; two servers are interleaved. ` +
    `CPU and throughput: ${plan.durationSeconds} s in short alternating bursts. Latency: ${plan.latencySeconds} s of uninterrupted load; for step 1, 10 s from its start. ` +
    'A latency that varied more than twofold between rounds is given as the 10 % to 90 % range. '
  return (
    `Measured on ${date.slice(0, 10)}: ${machine.cores} cores of ${machine.cpu}, Node ${machine.node}, ` +
    `${loadText(plan)}, ${rounds} rounds for each claim. ${how}` +
    'Your figures will differ, but the ratios will be similar. "≥": the load generator was saturated before the server. ' +
    `With 95 % confidence, all ${judged.length} verdicts are right (Holm's correction).`
  )
}

module.exports = { claimsTable, machineLine, subjectsTable }
