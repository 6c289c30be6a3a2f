'use strict'

const { doubtsOf, isGeneratorBound } = require('../doubts')
const { median } = require('../statistics')

/** @typedef {import('./records').Mode} Mode */
/** @typedef {import('./records').RaceRecord} RaceRecord */
/** @typedef {import('./records').RaceSample} RaceSample */

// As in doubts.js: a thread that is busy for so long has no time to spare.
const FULL = 0.95

/**
 * What a table says of everybody in one mode: the middle of all rounds.
 *
 * @param {RaceRecord} record
 * @param {Mode} mode
 */
function summaryOf ({ subjects, titles, samples, failed, ratios, machine }, mode) {
  return subjects.map(function (id) {
    const own = samples.filter((sample) => sample.subject === id && sample.mode === mode)
    const middle = (/** @type {(sample: RaceSample) => number} */ read) => own.length ? median(own.map(read)) : NaN
    return {
      id,
      title: titles[id],
      failure: failed.find((failure) => failure.subject === id && failure.mode === mode)?.why ?? null,
      limit: limitOf(own, machine),
      overBase: ratios.find((ratio) => ratio.subject === id && ratio.mode === mode && ratio.over !== id) ?? null,
      requestsPerSecond: middle((sample) => sample.requestsPerSecond),
      cpuUs: middle((sample) => sample.serverCpuUsPerRequest),
      latencyMs: latencies(own, (sample) => sample.latencyMs),
      idleMb: middle((sample) => sample.idleRssBytes / 1e6),
      loadMb: middle((sample) => sample.rssBytes / 1e6),
      steady: { requestsPerSecond: middle(({ steady }) => steady.requestsPerSecond), latencyMs: latencies(own, ({ steady }) => steady.latencyMs) }
    }
  })
}

/**
 * @param {RaceSample[]} own
 * @param {(sample: RaceSample) => RaceSample['latencyMs']} read
 */
function latencies (own, read) {
  const middle = (/** @type {'p50' | 'p99' | 'max'} */ name) => own.length ? median(own.map((sample) => read(sample)[name])) : NaN
  return { p50: middle('p50'), p99: middle('p99'), max: middle('max') }
}

/**
 * What kept the throughput from being higher.
 *
 * @param {RaceSample[]} own samples of one contestant in one mode
 * @param {{ cores: number }} machine
 * @returns {'generator' | 'host' | 'server' | 'nobody'} `generator`, `host`: on another machine it would be more;
 *   `nobody`: nobody was full
 */
function limitOf (own, machine) {
  const most = (/** @type {(sample: any) => boolean} */ is) => own.filter(is).length > own.length / 2
  if (isGeneratorBound(/** @type {any} */ (own), machine)) return 'generator'
  if (most((sample) => doubtsOf(sample, machine).some(({ name }) => name === 'host-bound'))) return 'host'
  return most(({ loopUtilization }) => loopUtilization >= FULL) ? 'server' : 'nobody'
}

/**
 * The samples of both modes in one list, where each mode is a subject of its own: what a judge can compare.
 *
 * @param {RaceSample[]} samples
 * @returns {any[]}
 */
function asSubjects (samples) {
  return samples.map((sample) => ({ ...sample, subject: nameIn(sample.mode, sample.subject) }))
}

/**
 * @param {Mode} mode
 * @param {string} id
 */
function nameIn (mode, id) {
  return mode === 'single' ? id : `${id}, ${mode}`
}

module.exports = { asSubjects, nameIn, summaryOf }
