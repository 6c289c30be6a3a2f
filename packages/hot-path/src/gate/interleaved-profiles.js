'use strict'

const fs = require('fs')
const path = require('path')
const { PROBES } = require('../agent')
const { withRunDirectory } = require('../util/run-directory')
const { withoutSecrets } = require('../load/requests')
const { toWorkload } = require('../load/workload')
const { merged } = require('../measurement/sample')
const { warmUp, withSamplers } = require('../measurement/round')
const { judgeByEntry } = require('../util/frame-kind')
const { originOf } = require('../process/address')
const { publish, readFinding } = require('../instruments/run')
const instruments = require('../instruments')

const INSTRUMENT = instruments['cpu-profile']
const PROBE = PROBES.cpu
// Twice: without inlining, V8 compiles everything anew. Where that is told before a function was hot, V8 of Node 20 can
// leave one that is a long loop uncompiled for good, five times as slow.
const WARMUP_SECONDS = 0.75
const TURN_SECONDS = 0.1
const TURNS = 20
// A turn ends when all is answered. Where that takes so long, there are fewer: one in each order, at least.
const MOST_SECONDS = 6
const LEAST_TURNS = 2

/**
 * @typedef {object} Profiled
 * @property {import('../types/source').CpuProfile} raw as V8 wrote it
 * @property {number} requests that were served while it was made
 */

/**
 * CPU profiles of several servers that can be laid beside each other: of warm servers that run at the same time, and in
 * turns of a tenth of a second, as they are measured. What others take of the machine meanwhile hits all of them alike.
 * Each is kept where the instrument `cpu-profile` keeps its own.
 *
 * @param {import('../types/pipeline').Subject[]} subjects
 * @param {{ connections: number, reports: string, inlines?: boolean }} options `inlines`: what V8 compiles into its
 *   callers counts as theirs
 * @returns {Promise<Profiled[]>}
 * @throws {import('../util/errors').OperationalError} when one does not start, or ends early
 */
async function profilesInTurns (subjects, { connections, reports, inlines = false }) {
  subjects.forEach(judgeByEntry)
  const plan = { driver: 'autocannon', connections, warmupSeconds: WARMUP_SECONDS }
  const seen = await withRunDirectory(reports, (directory) =>
    withSamplers(subjects, plan, directory, async function (samplers) {
      await warmUp(samplers, plan)
      for (const { running } of samplers) await running.probe(PROBE, inlines ? 'beginAsItIs' : 'begin')
      await warmUp(samplers, plan)
      for (const { running } of samplers) await running.probe(PROBE, 'again')
      const loads = samplers.map(() => /** @type {import('../types/pipeline').Load[]} */ ([]))
      const untilMs = performance.now() + 1000 * MOST_SECONDS
      for (let turn = 0; turn < TURNS && (turn < LEAST_TURNS || performance.now() < untilMs); turn++) {
        const order = turn % 2 ? [...samplers.keys()].reverse() : samplers.keys()
        for (const i of order) loads[i].push(await samplers[i].drive(TURN_SECONDS))
      }
      const all = []
      for (const [i, { running }] of samplers.entries()) {
        const { profile } = await running.probe(PROBE, 'end')
        all.push({ running, raw: profile, load: merged(loads[i]) })
      }
      return all
    })
  )
  await Promise.all(seen.map(({ running, raw, load }) => keep(running, { raw, load, connections, reports })))
  return seen.map(({ raw, load }) => ({ raw, requests: load.requests }))
}

/**
 * @param {import('../process/subject').RunningSubject} running it may have ended
 * @param {{ raw: object, load: any, connections: number, reports: string }} seen
 */
async function keep ({ subject, node, address, ports }, { raw, load, connections, reports }) {
  const folder = path.join(reports, subject.id)
  await withRunDirectory(folder, async function (directory) {
    const { file } = /** @type {NonNullable<typeof INSTRUMENT.raw>} */ (INSTRUMENT.raw)
    fs.writeFileSync(path.join(directory, file), JSON.stringify(raw))
    const record = {
      subject: subject.id,
      file: subject.file,
      node,
      date: new Date().toISOString(),
      workload: withoutSecrets(toWorkload(subject, { connections, durationSeconds: TURNS * TURN_SECONDS })),
      load,
      cores: null,
      disturbance: null,
      address: originOf(address).replace('http://', ''),
      ports,
      othersInside: null,
      ...(await readFinding(INSTRUMENT, directory, subject, { disturbance: null, load })),
      report: path.join(folder, `${INSTRUMENT.name}.html`)
    }
    publish(INSTRUMENT, record, { directory, folder })
  })
}

module.exports = { profilesInTurns }
