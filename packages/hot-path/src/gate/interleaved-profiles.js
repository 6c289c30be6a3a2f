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
const { originOf } = require('../process/exchange')
const { compiledIn, publish, readFinding } = require('../instruments/run')
const instruments = require('../instruments')

const INSTRUMENT = instruments['cpu-profile']
const PROBE = PROBES.cpu
// Applied twice: disabling inlining makes V8 recompile everything. If it is disabled before a function is hot, V8 of
// Node 20 can leave a long loop uncompiled for good. The function is then five times as slow.
const WARMUP_SECONDS = 0.75
const TURN_SECONDS = 0.1
const TURNS = 20
// A turn ends when every request is answered. If that takes long, fewer turns fit: at least one in each order.
const MOST_SECONDS = 6
const LEAST_TURNS = 2

/**
 * @typedef {object} Profiled
 * @property {import('../types/source').CpuProfile} raw as written by V8
 * @property {import('../types/source').CompiledScript[]} compiled scripts whose files contain other text
 * @property {number} requests served while the profile was recorded
 * @property {number} growth time per request in the last third of the turns, relative to the first third
 */

/**
 * Records comparable CPU profiles of several servers. All servers are warm and run at the same time. Load alternates
 * between them, as in the measurement, here every 0.1 s. CPU contention therefore affects all of them alike. Each
 * profile is saved where the `cpu-profile` instrument saves its own.
 *
 * @param {import('../types/pipeline').Subject[]} subjects
 * @param {{ connections: number, reports: string, inlines?: boolean }} options `inlines`: keep inlining enabled, so
 *   that inlined functions count as part of their callers
 * @returns {Promise<Profiled[]>}
 * @throws {import('../util/errors').OperationalError} if a server does not start, or ends early
 */
async function profilesInTurns (subjects, { connections, reports, inlines = false }) {
  subjects.forEach(judgeByEntry)
  const plan = { driver: 'built-in', connections, warmupSeconds: WARMUP_SECONDS }
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
        const compiled = await compiledIn(running)
        all.push({ running, raw: profile, compiled, load: merged(loads[i]), growth: growthOf(loads[i]) })
      }
      return all
    })
  )
  await Promise.all(seen.map(({ running, ...one }) => keep(running, { ...one, connections, reports })))
  return seen.map(({ raw, compiled, load, growth }) => ({ raw, compiled, requests: load.requests, growth }))
}

/**
 * @param {import('../types/pipeline').Load[]} loads in the order of time
 * @returns {number} time per request in the last third, relative to the first third; NaN without responses
 */
function growthOf (loads) {
  const third = Math.ceil(loads.length / 3)
  const [early, late] = [loads.slice(0, third), loads.slice(-third)].map(function (part) {
    const { seconds, requests } = merged(part)
    return seconds / requests
  })
  return late / early
}

/**
 * @param {import('../process/subject').RunningSubject} running may have ended
 * @param {Pick<Profiled, 'raw' | 'compiled'> & { load: any, connections: number, reports: string }} seen
 */
async function keep ({ subject, node, address, ports }, { raw, compiled, load, connections, reports }) {
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
      ...(await readFinding(INSTRUMENT, directory, subject, { disturbance: null, load, compiled })),
      report: path.join(folder, `${INSTRUMENT.name}.html`)
    }
    publish(INSTRUMENT, record, { directory, folder })
  })
}

module.exports = { profilesInTurns }
