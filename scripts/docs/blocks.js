'use strict'

// The parts of the texts that are made from results/: pure functions from data to Markdown.

const { isGeneratorBound } = require('../../harness/doubts')
const { NONE } = require('../../harness/latency')
const { plainVerdict } = require('../../harness/report/numbers')
const { loadText } = require('../../harness/workload')
const { measuredText } = require('../claim-text')
const { claims, subjects } = require('./config')
const { figuresOf } = require('../figures')
const { table } = require('./table')

/** @typedef {import('../../harness/records').Session & { claims: any[] }} ClaimsSession */

const LESSON = subjects.filter(({ featured }) => featured).map(({ id }) => id)

/**
 * @param {ClaimsSession} session
 * @param {string[]} [ids]
 * @returns {string} what each subject did, in a typical round
 */
function subjectsTable ({ samples, machine, plan }, ids = LESSON) {
  const rows = ids.map(function (id) {
    const own = samples.filter(({ subject }) => subject === id).map((sample) => hasLatencies(plan) ? sample : { ...sample, latencyMs: NONE })
    const [throughput, ...figures] = figuresOf(own, machine)
    return [
      `\`${id}\`, ${subjects.find((entry) => entry.id === id)?.title}`,
      isGeneratorBound(own, machine) ? `≥ ${throughput}` : throughput,
      ...figures
    ]
  })
  return table(['subject', 'requests per second', 'latency, median', 'latency, p99', 'CPU per request'], rows)
}

/**
 * @param {ClaimsSession['plan']} plan
 * @returns {boolean} whether latencies were measured without a break; those of earlier sessions end with their bursts
 */
function hasLatencies ({ latencySeconds }) {
  return latencySeconds !== undefined
}

/**
 * @param {ClaimsSession} session
 * @param {string[]} [ids] all claims by default
 * @returns {string} each claim, what was measured, and the verdict
 */
function claimsTable ({ claims: judged }, ids = claims.map(({ id }) => id)) {
  return table(['claim', 'measured', 'verdict'], ids.map(function (id) {
    const claim = claims.find((claim) => claim.id === id)
    const one = judged.find((one) => one.id === id)
    return [String(claim?.text), measuredText(claim, one), `\`${plainVerdict(one.verdict)}\``]
  }))
}

/**
 * @param {ClaimsSession} session
 * @returns {string} where and when it was measured
 */
function machineLine ({ date, machine, plan, samples, claims: judged }) {
  const rounds = new Set(samples.map(({ round }) => round)).size
  const how = hasLatencies(plan)
    ? 'In each, every server is started anew and warmed up until its cost is steady. ' +
      `CPU and throughput: ${plan.durationSeconds} s in short bursts, in turns. Latency: ${plan.latencySeconds} s without a break; for step 1, ten seconds from its start. `
    : 'Each sample was made of short bursts that connected anew, after half a second of warm-up: the servers were not quite warm, ' +
      'and latencies, which ended with the bursts, are left out. The session is to be measured again. '
  return `Measured on ${date.slice(0, 10)}: ${machine.cores} cores of ${machine.cpu}, Node ${machine.node}, ` +
    `${loadText(plan)}, ${rounds} rounds. ${how}` +
    'Your figures will differ; the ratios will resemble these. "≥": the load generator was full before the server was.' +
    // Sessions of before were not corrected.
    (judged[0]?.level ? ` The intervals of all claims hold together at 95 %, corrected for ${judged.length} claims.` : '')
}

module.exports = { claimsTable, machineLine, subjectsTable }
