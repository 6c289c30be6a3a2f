'use strict'

// A synthetic session of the frameworks lab.

const MACHINE = { cpu: 'a made-up processor', cores: 2, memoryBytes: 8e9, platform: 'linux x64', node: process.version }
const MODES = ['single', 'clustered']

/**
 * @param {Record<string, object>} contestants by id: `cpuUs` per request and other properties of the samples; or
 *   `failure`
 * @param {{ rounds?: number }} [options]
 */
function benchmark (contestants, { rounds = 3 } = {}) {
  const subjects = Object.keys(contestants)
  const samples = []
  const failed = []
  for (const mode of MODES) {
    for (const [subject, { cpuUs, failure, ...particulars }] of Object.entries(contestants)) {
      if (failure) failed.push({ subject, mode, why: failure })
      else {
        for (let round = 1; round <= rounds; round++) {
          samples.push({ ...sample(cpuUs), subject, mode, round, ...particulars })
        }
      }
    }
  }
  const ratios = subjects.slice(1).flatMap((subject) =>
    MODES.map((mode) => ({
      mode,
      subject,
      over: subjects[0],
      ratio: 2,
      interval: [1.9, 2.1],
      verdict: 'holds',
      bound: ''
    }))
  )
  return {
    date: '2026-11-21T10:00:00.000Z',
    machine: MACHINE,
    plan: {
      driver: 'wrk',
      connections: 256,
      rounds,
      warmupSeconds: 1,
      durationSeconds: 3,
      steady: { requestsPerSecond: 2000, durationSeconds: 1.5 }
    },
    subjects,
    titles: Object.fromEntries(subjects.map((id) => [id, `the contestant called ${id}`])),
    base: subjects[0],
    samples,
    failed,
    ratios,
    claims: []
  }
}

/** @param {number} cpuUs */
function sample (cpuUs) {
  const load = {
    driver: 'wrk',
    connections: 256,
    seconds: 3,
    requests: 3e6 / cpuUs,
    requestsPerSecond: 1e6 / cpuUs,
    bytesPerSecond: 1e7,
    non2xx: 0,
    expected: 0,
    errors: 0,
    timeouts: 0
  }
  const latencyMs = { mean: cpuUs / 4, p50: cpuUs / 5, p90: cpuUs / 3, p99: cpuUs / 2, max: 2 * cpuUs }
  return {
    ...load,
    node: process.version,
    latencyMs,
    generatorCpuShare: 0.6,
    generatorUtilization: 0.6,
    serverCpuUsPerRequest: cpuUs,
    serverCpuShare: 1,
    loopUtilization: 1,
    othersShare: 0,
    processes: 1,
    idleRssBytes: 4e7,
    rssBytes: 9e7,
    steady: {
      ...load,
      driver: 'paced',
      requestsPerSecond: 1995,
      lateMs: 0.5,
      latencyMs: { mean: 1, p50: 0.8, p90: 1.5, p99: 4, max: 11 }
    }
  }
}

module.exports = { benchmark }
