'use strict'

const { machine, withRunDirectory } = require('hot-path/testing')
const { findMeter, measurePipe } = require('./pipe-throughput')

/** @typedef {{ id: string, command: string[] }} Writer */
/** @typedef {import('hot-path').Sample} Sample */

/**
 * One measured run of one writer, as a sample that judges can read: one line counts as one request.
 *
 * @typedef {Omit<import('./pipe-throughput').PipeThroughput, 'meter' | 'counted' | 'rss'> & Pick<Sample, 'subject' |
 *   'round' | 'node' | 'driver' | 'requests' | 'errors' | 'non2xx' | 'expected'>} WriterSample
 */

/**
 * @typedef {object} WriterSession
 * @property {string} date ISO 8601
 * @property {import('hot-path').Machine} machine
 * @property {{ rounds: number, durationSeconds: number, meter: string }} plan
 * @property {WriterSample[]} samples
 * @property {{ subject: string, counted: [number, number][], rss: [number, number][] }[]} courses
 *   bytes and memory of each writer over time, in the first round
 */

const BYTES_OF_A_LINE = 2

/**
 * Measures several writers in one session, in rounds; the order is reversed from round to round. All use the same
 * meter.
 *
 * @param {Writer[]} writers
 * @param {{ rounds: number, durationSeconds: number }} plan
 * @param {{ reports: string, onProgress?: (fraction: number) => void }} options
 * @returns {Promise<WriterSession>}
 * @throws {import('hot-path').OperationalError} if one cannot be measured
 */
async function measureWriters (writers, { rounds, durationSeconds }, { reports, onProgress = () => {} }) {
  const meter = findMeter()
  /** @type {WriterSession} */
  const session = {
    date: new Date().toISOString(),
    machine: machine(),
    plan: { rounds, durationSeconds, meter },
    samples: [],
    courses: []
  }
  await withRunDirectory(reports, async function (directory) {
    for (let round = 1; round <= rounds; round++) {
      onProgress((round - 1) / rounds)
      for (const { id, command } of round % 2 ? writers : writers.toReversed()) {
        const {
          counted,
          rss,
          meter: driver,
          ...figures
        } = await measurePipe(command, { seconds: durationSeconds, meter, directory })
        session.samples.push({
          subject: id,
          round,
          node: process.version,
          driver,
          requests: figures.bytes / BYTES_OF_A_LINE,
          errors: 0,
          non2xx: 0,
          expected: 0,
          ...figures
        })
        if (round === 1) session.courses.push({ subject: id, counted, rss })
      }
    }
  })
  return session
}

module.exports = { measureWriters }
