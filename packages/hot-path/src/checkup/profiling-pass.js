'use strict'

const { PROBES } = require('../agent')
const { OperationalError } = require('../util/errors')
const { sampleCpu } = require('../measurement/cpu-sampling')
const { retainerIn, withSnapshots } = require('../measurement/retained-memory')

/** @typedef {import('../types/checkup').LookName} LookName */
/** @typedef {import('../types/checkup').ProbeLook} ProbeLook */

/** @typedef {import('../process/attached-subject').AttachedSubject} AttachedSubject */
/** @typedef {import('../process/subject').RunningSubject | AttachedSubject} Running */
/** @typedef {import('../types/checkup').Looks} Looks */

// Length of the profiling pass, as a share of the workload's duration.
const SHARE = 0.3
const LEAST_SECONDS = 1
const MOST_SECONDS = 3

const HEAP = PROBES.heap

/** @type {Record<ProbeLook, { file: string, begin: string }>} */
const LOOKS = {
  cpu: { file: PROBES.cpu, begin: 'begin' },
  allocations: { file: HEAP, begin: 'all' },
  retained: { file: HEAP, begin: 'kept' },
  waits: { file: PROBES.requestWaits, begin: 'begin' },
  refusals: { file: PROBES.errorResponses, begin: 'begin' }
}

/**
 * Profiles a server under load: where the main thread computes (`cpu`), which code allocates (`allocations`) or makes
 * what is retained (`retained`), what requests wait for (`waits`), which code sends error responses (`refusals`), what
 * each process does (`processes`). Profiles only locate sources and are not measurements, so all share one load.
 *
 * @param {Running} running
 * @param {LookName[]} wanted by severity; of two with the same probe, only the first is taken
 * @param {object} options
 * @param {number} options.durationSeconds duration of the main load
 * @param {(seconds: number) => Promise<import('../types/pipeline').Load>} options.load applies the load
 * @returns {Promise<Looks>}
 */
async function look (running, wanted, options) {
  // No snapshots of an attached process: they would stop it.
  const hasSnapshots = wanted.includes('retained') && 'address' in running
  if (!hasSnapshots) return lookInto(running, wanted, { ...options, folder: '' })
  return withSnapshots((folder) => lookInto(running, wanted, { ...options, folder }))
}

/**
 * @param {Running} running
 * @param {LookName[]} wanted
 * @param {Parameters<typeof look>[2] & { folder: string }} options `folder`: directory for heap snapshots
 * @returns {Promise<Looks>}
 */
async function lookInto (running, wanted, { durationSeconds, load, folder }) {
  const sinceMs = performance.now()
  const hasProcesses = wanted.includes('processes')
  // The CPU profile of the first process is taken together with those of its descendants.
  const others = (/** @type {LookName} */ name) => name !== 'processes' && !(hasProcesses && name === 'cpu')
  const probes = /** @type {ProbeLook[]} */ ([...new Set(wanted)].filter(others))
  const taken = probes.filter((name, i) => probes.findIndex((other) => LOOKS[other].file === LOOKS[name].file) === i)
  const seconds = Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, SHARE * durationSeconds))
  const loaded = async () => {
    looks.load = await running.whileAlive(load(seconds))
    return looks.load
  }
  /** @type {Looks} */
  const looks = { seconds: 0, load: null, failed: null }
  try {
    /** @type {Record<string, object>} */
    const before = {}
    for (const name of taken) before[name] = await running.probe(LOOKS[name].file, LOOKS[name].begin, name === 'retained' ? folder : '')
    const sampled = hasProcesses ? await sampleCpu(running, loaded, portOf(running)) : null
    const { requests } = looks.load ?? (await loaded())
    if (sampled) Object.assign(looks, { processes: sampled.children, cpu: { ...sampled.cpu, served: requests } })
    for (const name of taken) {
      const seen = await running.probe(LOOKS[name].file, 'end')
      Object.assign(looks, { [name]: { ...seen, before: before[name], served: requests } })
      if (name === 'retained') Object.assign(/** @type {any} */ (looks.retained), { retainer: retainerIn(folder, requests) })
    }
  } catch (err) {
    if (!(err instanceof OperationalError)) throw err
    looks.failed = err.message
  }
  return { ...looks, seconds: (performance.now() - sinceMs) / 1000 }
}

/** @param {Running} running */
function portOf (running) {
  return 'address' in running ? running.address.port : undefined
}

module.exports = { look }
