'use strict'

// The parts of the texts that are made from results/: pure functions from data to Markdown.

const catalog = require('../../catalog')
const claims = require('../../claims')
const { isGeneratorBound } = require('../../harness/doubts')
const { rounded } = require('../../harness/report/numbers')
const { figuresOf } = require('../figures')
const { table } = require('./table')

/** @typedef {import('../../harness/records').Session & { claims: any[] }} ClaimsSession */

const LESSON = catalog.filter(({ lesson }) => lesson).map(({ id }) => id)

/**
 * @param {ClaimsSession} session
 * @param {string[]} [ids]
 * @returns {string} what each subject did, the middle of all rounds
 */
function subjectsTable ({ samples, machine }, ids = LESSON) {
  const rows = ids.map(function (id) {
    const own = samples.filter(({ subject }) => subject === id)
    const [throughput, ...figures] = figuresOf(own)
    return [
      `\`${id}\`, ${catalog.find((entry) => entry.id === id)?.title}`,
      isGeneratorBound(own, machine) ? `≥ ${throughput}` : throughput,
      ...figures
    ]
  })
  return table(['subject', 'requests per second', 'latency, median', 'latency, p99', 'CPU per request'], rows)
}

/**
 * @param {ClaimsSession} session
 * @param {string[]} [ids] all claims by default
 * @returns {string} each claim, what was measured, and the verdict
 */
function claimsTable ({ claims: judged }, ids = claims.map(({ id }) => id)) {
  return table(['claim', 'measured', '95 % interval', 'verdict'], ids.map(function (id) {
    const claim = claims.find((claim) => claim.id === id)
    const { ratio, interval, verdict } = judged.find((one) => one.id === id)
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
    `${plan.driver} with ${plan.connections} connections, ${rounds} rounds of ${plan.durationSeconds} s in up to ${plan.bursts} bursts, after ${plan.warmupSeconds} s of warm-up. ` +
    'Each burst connects anew, which a long run does only once and which costs all of them some throughput. ' +
    'Your figures will differ; the ratios will resemble these. "≥": the load generator was full before the server was.'
}

module.exports = { claimsTable, machineLine, subjectsTable }
