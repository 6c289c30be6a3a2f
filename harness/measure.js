'use strict'

const autocannon = require('./drivers/autocannon')
const { withRunDirectory } = require('./reports')
const { start } = require('./subject')

/** @typedef {import('./records').Subject} Subject */
/** @typedef {import('./records').Sample} Sample */

/**
 * Measures several subjects in one session.
 *
 * The outer loop is the round: every subject once, each in a fresh process, warmed up first. The order is
 * reversed from round to round, so that a machine that grows slower or faster favours nobody.
 *
 * @param {Subject[]} subjects
 * @param {object} plan
 * @param {string} plan.reports directory, for what the subjects print while they run
 * @param {number} plan.rounds
 * @param {number} plan.connections
 * @param {number} plan.warmupSeconds
 * @param {number} plan.durationSeconds of each sample
 * @param {(done: number, all: number) => void} [plan.onProgress]
 * @returns {Promise<Sample[]>}
 */
async function measure (subjects, { reports, rounds, onProgress = () => {}, ...load }) {
  return withRunDirectory(reports, async function (directory) {
    const samples = []
    for (let round = 1; round <= rounds; round++) {
      const order = round % 2 ? subjects : subjects.toReversed()
      for (const subject of order) {
        onProgress(samples.length, rounds * subjects.length)
        samples.push({ subject: subject.id, round, ...await sample(subject, { directory, ...load }) })
      }
    }
    return samples
  })
}

/**
 * Measures one subject once.
 *
 * @param {Subject} subject
 * @param {{ directory: string, connections: number, warmupSeconds: number, durationSeconds: number }} options
 */
async function sample (subject, { directory, connections, warmupSeconds, durationSeconds }) {
  const running = await start(subject, { directory, vitals: true })
  const drive = (/** @type {number} */ seconds) => Promise.race([
    autocannon.drive(running.address, { path: subject.path, connections, durationSeconds: seconds }),
    running.died
  ])
  try {
    await drive(warmupSeconds)
    const before = await running.vitals()
    const load = await drive(durationSeconds)
    const after = await running.vitals()
    await running.stop()
    return { node: process.version, ...load, ...difference(before, after) }
  } finally {
    await running.kill()
  }
}

/**
 * @param {import('./records').Vitals} before
 * @param {import('./records').Vitals} after
 */
function difference (before, after) {
  const elapsedMs = after.atMs - before.atMs
  const cpuUs = after.cpuUserUs + after.cpuSystemUs - before.cpuUserUs - before.cpuSystemUs
  const activeMs = after.loopActiveMs - before.loopActiveMs
  return {
    serverCpuUsPerRequest: cpuUs / (after.requests - before.requests),
    serverCpuShare: cpuUs / 1000 / elapsedMs,
    loopUtilization: activeMs / (activeMs + after.loopIdleMs - before.loopIdleMs),
    gcShare: (after.gcMs - before.gcMs) / elapsedMs,
    rssBytes: after.rssBytes
  }
}

module.exports = { measure, sample }
