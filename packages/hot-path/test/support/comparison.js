'use strict'

// Synthetic comparisons: the record of a session of servers with given costs, with seeded noise.

const { overFirst } = require('../../src/verdict/ratios')
const { heavyTailed, random } = require('./noise')

const MACHINE = { cpu: 'a made-up processor', cores: 2, memoryBytes: 8e9, platform: 'linux x64', node: process.version }

/**
 * @param {Record<string, { cpuUs: number, climb?: number }>} servers by id: CPU time per request in µs, and the
 *   factor by which it grows per second
 * @param {{ rounds?: number, noise?: number, generatorIsFull?: boolean }} [options]
 */
function comparison (servers, { rounds = 8, noise = 0.05, generatorIsFull = false } = {}) {
  const uniform = random(6)
  const noisy = (value) => value * Math.exp(noise * heavyTailed(uniform))
  const subjects = Object.keys(servers)
  const samples = Array.from({ length: rounds }, (_, i) =>
    subjects.map(function (subject) {
      const us = noisy(servers[subject].cpuUs)
      const ms = us / 10
      return {
        subject,
        round: i + 1,
        node: process.version,
        driver: 'built-in',
        connections: 100,
        requests: Math.round(1e6 / us),
        requestsPerSecond: 1e6 / us,
        non2xx: 0,
        expected: 0,
        errors: 0,
        timeouts: 0,
        bursts: 33,
        isWarm: true,
        latencyMs: { mean: ms, p50: ms, p90: 1.5 * ms, p99: 3 * ms, max: 7 * ms },
        serverCpuUsPerRequest: us,
        serverCpuShare: 0.95,
        generatorCpuShare: 0.5,
        generatorUtilization: generatorIsFull ? 0.99 : 0.5,
        loopUtilization: generatorIsFull ? 0.6 : 0.97,
        loopDelayMaxMs: ms / 4,
        gcShare: 0.02,
        rssBytes: noisy(8e7)
      }
    })
  ).flat()
  const machine = MACHINE
  return {
    subjects,
    about: Object.fromEntries(
      subjects.map((id) => [id, { title: `the server called ${id}`, file: `${id}.js`, load: {} }])
    ),
    again: `npx hot-path compare ${subjects.join(' ')}`,
    date: '2026-11-21T10:00:00.000Z',
    machine,
    plan: { driver: 'built-in', connections: 100, rounds, durationSeconds: 1, latencySeconds: 1, warmupSeconds: 5 },
    samples,
    ratios: overFirst(subjects, { samples, machine }),
    timelines: subjects.map((subject) => ({ subject, ended: null, series: seriesOf(servers[subject], noisy) })),
    hotSpots: subjects.map((subject, i) => ({ subject, date: '2026-11-21T09:00:00.000Z', ...hot(subject, i) }))
  }
}

function seriesOf ({ cpuUs, climb = 1 }, noisy) {
  const over = (/** @type {number} */ each, value) =>
    Array.from({ length: Math.round(4 / each) }, (_, i) => [+(each * i).toFixed(2), noisy(value * climb ** (each * i))])
  return { cpuUsPerRequest: over(0.1, cpuUs), latencyMeanMs: over(0.25, cpuUs / 10) }
}

function hot (subject, i) {
  const kinds = ['app', 'dependency', 'node']
  return {
    hottest: Array.from({ length: 10 }, (_, j) => ({
      name: `work${(i + j) % 13}`,
      file: `${subject}.js`,
      line: 7 + j,
      kind: kinds[j % 3],
      self: 30 / (j + 1),
      total: 40 / (j + 1),
      native: 0
    })),
    other: { garbageCollector: 4, program: 9 }
  }
}

module.exports = { comparison }
