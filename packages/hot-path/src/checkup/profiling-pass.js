'use strict'

const { PROBES } = require('../agent')
const { OperationalError } = require('../util/errors')
const { sampleCpu } = require('../measurement/cpu-sampling')

/** @typedef {import('../types/checkup').LookName} LookName */
/** @typedef {import('../types/checkup').ProbeLook} ProbeLook */

/** @typedef {import('../process/subject').RunningSubject | import('../process/attach').AttachedSubject} Running */
/** @typedef {import('../types/checkup').Looks} Looks */

// Of the workload's duration.
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
 * Finds the functions whose variables are looked at later, while the subject has nothing to do and little to keep.
 *
 * @param {Running} running
 * @throws {OperationalError} when the subject has died, or hangs
 */
async function prepare (running) {
  await running.probe(HEAP, 'prepare')
}

/**
 * Looks inside a running subject under load: where the main thread computes (`cpu`), who allocates (`allocations`), who
 * made what stays (`retained`), what requests wait for (`waits`), who refuses (`refusals`), what each of its processes
 * does (`processes`). What is seen is for finding places; nothing here is a measurement, so all looks share one load.
 *
 * @param {Running} running
 * @param {LookName[]} wanted weightiest first; of two with the same probe, the first is taken
 * @param {object} options
 * @param {number} options.durationSeconds of the main load
 * @param {(seconds: number) => Promise<import('../types/pipeline').Load>} options.load puts the load on
 * @returns {Promise<Looks>}
 */
async function look (running, wanted, { durationSeconds, load }) {
  const sinceMs = performance.now()
  const probes = /** @type {ProbeLook[]} */ ([...new Set(wanted)].filter((name) => name !== 'processes'))
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
    for (const name of taken) before[name] = await running.probe(LOOKS[name].file, LOOKS[name].begin)
    if (wanted.includes('processes')) looks.processes = (await sampleCpu(running, loaded, portOf(running))).children
    const { requests } = looks.load ?? (await loaded())
    for (const name of taken) {
      const seen = await running.probe(LOOKS[name].file, 'end')
      Object.assign(looks, { [name]: { ...seen, before: before[name], served: requests } })
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

module.exports = { look, prepare }
