'use strict'

// Checks whether a case is cured: same answers, counts within bounds, and a measured improvement under load.

const path = require('path')
const { OperationalError } = require('hot-path')
const { judgeClaim, measure, toSubject } = require('hot-path/testing')
const { rounded } = require('hot-path/reporting')
const { countsOf } = require('../counts')
const { answersOf, differences } = require('./contract')

/** @typedef {import('./list').Case} Case */
/** @typedef {import('../running').Project} Project */

/**
 * @typedef {object} Outcome
 * @property {'cured' | 'sick' | 'unknown'} verdict
 * @property {string[]} saw sentences for the learner
 */

const REQUESTS = 20
const CONNECTIONS = 50
const ROUNDS = 5
// The bounds are generous, so short samples are enough.
const SECONDS = 0.4

/** @type {Record<string, string>} names of the counts in messages */
const COUNTED = {
  listeners: 'listeners on one emitter',
  programs: 'programs started',
  hashes: 'hashes computed',
  derivations: 'keys derived',
  queries: 'queries',
  outgoing: 'requests to other services',
  outgoingAtOnce: 'requests to other services at the same time',
  connections: 'connections to other services opened',
  sleeps: 'pauses',
  sleepsAtOnce: 'pauses at the same time',
  postedBytes: 'bytes posted to other threads',
  allocatedBytes: 'bytes allocated',
  longestTurnMs: 'ms of CPU time in the longest turn of the event loop'
}

/** @type {Record<string, string>} names of the metrics in messages, relative to the original server */
const MEASURED = {
  // For CPU-bound servers: under CPU contention, their throughput depends on which process gets the core.
  serverCpuUsPerRequest: 'times the CPU time per request of the original server',
  requestsPerSecond: 'times as many requests per second as the original server',
  'latencyMs.p50': 'times the median latency of the original server',
  retainedBytesPerRequest: 'bytes retained per request'
}

/**
 * @param {Case} one
 * @param {string} folder the learner's copy
 * @param {Project} project
 * @returns {Promise<Outcome>} verdict on answers and counts, without load
 */
async function checkCounts (one, folder, project) {
  const { contract, counts, path: urlPath, requests = REQUESTS, atOnce, pauseMs } = one
  const given = { ...project, path: urlPath }
  const server = path.join(folder, one.server)
  try {
    const original = await answersOf(path.join(one.folder, one.server), contract, given)
    const broken = differences(contract, await answersOf(server, contract, given), original)
    // The others can give a second problem away.
    if (broken.length > 0) return { verdict: 'sick', saw: broken.slice(0, 1) }
    const saw = ['The answers are correct.']
    if (!counts) return { verdict: 'cured', saw }
    const { counts: counted } = await countsOf(server, { ...given, requests, atOnce, pauseMs })
    const judged = Object.entries(counts).map(([name, bound]) =>
      judgeCount(name, /** @type {any} */ (counted)[name], bound, requests)
    )
    const isCured = judged.every(({ isMet }) => isMet)
    return { verdict: isCured ? 'cured' : 'sick', saw: [...saw, ...judged.map(({ said }) => said)] }
  } catch (err) {
    // The learner's server does not start or does not answer.
    if (err instanceof OperationalError) return { verdict: 'sick', saw: [err.message] }
    throw err
  }
}

/**
 * @param {string} name
 * @param {number} value
 * @param {{ least?: number, most?: number }} bound
 * @param {number} requests
 */
function judgeCount (name, value, { least = 0, most = Infinity }, requests) {
  const isMet = value >= least && value <= most
  const needed = [...(least > 0 ? [`at least ${rounded(least)}`] : []), ...(most < Infinity ? [`at most ${rounded(most)}`] : [])]
  const of = requests === 1 ? 'one request' : `${requests} requests`
  return { isMet, said: `For ${of}, ${COUNTED[name]}: ${rounded(value)}. Needed: ${needed.join(', and ')}.` }
}

/**
 * @param {Case} one
 * @param {string} folder the learner's copy
 * @param {Project} project
 * @returns {Promise<Outcome>} verdict under load, interleaved with the original server unless `alone`
 */
async function checkProof (one, folder, { reports, config }) {
  const { proof, path: urlPath, server } = one
  if (!proof) return { verdict: 'cured', saw: [] }
  const { metric, alone, connections, ...bounds } = proof
  const subjects = [['yours', folder], ...(alone ? [] : [['before', one.folder]])].map(([id, place]) => ({
    ...toSubject(path.join(place, server), { config, path: urlPath }),
    id
  }))
  try {
    const { samples, machine } = await measure(subjects, planOf(proof), { reports })
    const claim = { id: 'cure', text: '', metric, subject: 'yours', ...(!alone && { over: 'before' }), ...bounds }
    return toOutcome(judgeClaim(claim, samples, machine), proof)
  } catch (err) {
    // The learner's server exited under load.
    if (err instanceof OperationalError) return { verdict: 'sick', saw: [err.message] }
    throw err
  }
}

/**
 * Converts a judgement to an outcome. Pure.
 *
 * @param {import('hot-path').Judgement} judged
 * @param {NonNullable<Case['proof']>} proof
 * @returns {Outcome}
 */
function toOutcome ({ verdict, ratio, interval, reason, doubts }, { metric, least, most }) {
  const needed = `Needed: ${least === undefined ? `at most ${most}` : `at least ${least}`}.`
  // Retained memory varies by some bytes around zero, so do not show negative values.
  const value = (/** @type {number} */ one) => rounded(Math.max(0, one))
  const measured = ratio === null ? 'No value could be measured.' : `Measured: ${value(ratio)} ${MEASURED[metric]}. ${needed}`
  if (verdict === 'holds') return { verdict: 'cured', saw: [measured] }
  if (verdict === 'fails') return { verdict: 'sick', saw: [measured] }
  const why = reason ?? doubts[0]?.sentence ?? 'the rounds differ too much'
  const range = interval ? ` The interval is ${interval.map(value).join(' to ')}.` : ''
  return { verdict: 'unknown', saw: [`${measured}${range} Reason: ${why.replace(/\.?$/, '.')}`, 'Close other programs, and run it again.'] }
}

/**
 * @param {NonNullable<Case['proof']>} proof
 * @returns {import('hot-path').Plan}
 */
function planOf ({ metric, connections = CONNECTIONS }) {
  const isLatency = metric.startsWith('latencyMs')
  return {
    driver: 'built-in',
    connections,
    warmupSeconds: 1,
    durationSeconds: SECONDS,
    latencySeconds: isLatency ? SECONDS : 0,
    retainedOf: metric === 'retainedBytesPerRequest' ? ['yours'] : [],
    rounds: ROUNDS
  }
}

module.exports = { checkCounts, checkProof }
