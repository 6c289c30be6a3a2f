'use strict'

const { PROBES } = require('../agent')
const { OperationalError } = require('../util/errors')
const { sampleCpu } = require('../measurement/cpu-sampling')
const { retainerIn, withSnapshots } = require('../measurement/retained-memory')

/** @typedef {import('../types/checkup').LookName} LookName */
/** @typedef {import('../types/checkup').ProbeLook} ProbeLook */
/** @typedef {import('../types/source').SourceRange} SourceRange */
/** @typedef {(seconds: number) => Promise<import('../types/pipeline').Load>} ApplyLoad */
/**
 * @typedef {object} Alone
 * @property {() => Promise<boolean>} isCalm whether the server has ended all earlier requests
 * @property {ApplyLoad} load applies the load with one connection
 */

/** @typedef {import('../process/attach/subject').AttachedSubject} AttachedSubject */
/** @typedef {import('../process/subject').RunningSubject | AttachedSubject} Running */
/** @typedef {import('../types/checkup').Looks} Looks */

// Longest profiling pass, as a share of the workload's duration.
const SHARE = 0.3
const LEAST_SECONDS = 1
const MOST_SECONDS = 3
// It ends earlier after this many answers, which show what requests do. The CPU profile then has 1,000 samples.
const ENOUGH_ANSWERS = 100
const ENOUGH_SECONDS = 1
const COUNTING_SECONDS = 0.5
// What blocks the event loop now and then must happen meanwhile.
const RARE_SECONDS = 5

const HEAP = PROBES.heap

/**
 * @typedef {object} ProbeOptions
 * @property {string} folder directory for heap snapshots; empty for none
 * @property {boolean} [everyRequest] whether to follow the waits of every request: of a server that answers few
 * @property {number} [connections] of the load
 */

/** @type {Record<ProbeLook, { file: string, begin: string, argument?: (options: ProbeOptions) => string }>} */
const LOOKS = {
  cpu: { file: PROBES.cpu, begin: 'begin' },
  allocations: { file: HEAP, begin: 'all' },
  retained: { file: HEAP, begin: 'kept', argument: ({ folder }) => folder },
  waits: {
    file: PROBES.requestWaits,
    begin: 'begin',
    argument: ({ everyRequest, connections = 0 }) => (everyRequest ? 'every' : String(connections))
  },
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
 * @param {number} [options.requestsPerSecond] its throughput; unknown for an attached process
 * @param {number} [options.connections] see ProbeOptions
 * @param {ApplyLoad} options.load applies the load
 * @param {Alone} [options.alone] absent for an attached process, and for a server that does not come to rest
 * @param {boolean} [options.everyRequest] see ProbeOptions
 * @param {boolean} [options.isRare] whether a problem happens only now and then
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
 * @param {Parameters<typeof look>[2] & ProbeOptions} options
 * @returns {Promise<Looks>}
 */
async function lookInto (running, wanted, { durationSeconds, requestsPerSecond = 0, load, alone, isRare, ...options }) {
  const sinceMs = performance.now()
  const hasProcesses = wanted.includes('processes')
  // The CPU profile of the first process is taken together with those of its descendants.
  const others = (/** @type {LookName} */ name) => name !== 'processes' && !(hasProcesses && name === 'cpu')
  const probes = /** @type {ProbeLook[]} */ ([...new Set(wanted)].filter(others))
  const taken = probes.filter((name, i) => probes.findIndex((other) => LOOKS[other].file === LOOKS[name].file) === i)
  const isLong = wanted.includes('retained') // retained memory must grow for a while
  const enoughSeconds = isLong ? Infinity : Math.max(ENOUGH_SECONDS, ENOUGH_ANSWERS / requestsPerSecond)
  const mostSeconds = Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, SHARE * durationSeconds))
  const seconds = isRare ? RARE_SECONDS : Math.min(mostSeconds, enoughSeconds)
  const loaded = async () => {
    looks.load = await running.whileAlive(load(seconds))
    return looks.load
  }
  /** @type {Looks} */
  const looks = { seconds: 0, load: null, failed: null }
  try {
    /** @type {Record<string, any>} */
    const before = {}
    for (const name of taken) {
      const { file, begin, argument } = LOOKS[name]
      before[name] = await running.probe(file, begin, argument?.(options))
    }
    const sampled = hasProcesses ? await sampleCpu(running, loaded, portOf(running)) : null
    const { requests } = looks.load ?? (await loaded())
    if (sampled) Object.assign(looks, { processes: sampled.children, cpu: { ...sampled.cpu, served: requests } })
    for (const name of taken) {
      const seen = await running.probe(LOOKS[name].file, 'end')
      const served = answeredBetween(before[name], seen) || requests
      Object.assign(looks, { [name]: { ...seen, before: before[name], served } })
      if (name === 'retained') Object.assign(/** @type {any} */ (looks.retained), { retainer: retainerIn(options.folder, served) })
    }
    // After all other probes: they would see the requests of this load, too.
    if (looks.cpu && alone && taken.includes('cpu')) looks.cpu.functions = await withCalls(running, looks.cpu.functions, alone)
  } catch (err) {
    if (!(err instanceof OperationalError)) throw err
    looks.failed = err.message
  }
  return { ...looks, seconds: (performance.now() - sinceMs) / 1000 }
}

/**
 * @param {{ metrics?: import('../types/pipeline').ProcessMetrics }} before
 * @param {{ metrics?: import('../types/pipeline').ProcessMetrics }} after
 * @returns {number} requests that the server answered, also after the load generator had left; 0 if that is unknown
 */
function answeredBetween (before, after) {
  return (after.metrics?.requests ?? 0) - (before.metrics?.requests ?? 0)
}

/**
 * Counts the calls of functions. Counting makes them slower, and a request that has not ended would be counted in part,
 * so this has a load of its own, with one connection.
 *
 * @param {Running} running
 * @param {SourceRange[]} functions
 * @param {Alone} alone
 * @returns {Promise<SourceRange[]>} with the calls per request; the same if earlier requests still run
 */
async function withCalls (running, functions, { isCalm, load }) {
  if (!(await isCalm())) return functions
  await running.probe(LOOKS.cpu.file, 'count')
  const { requests } = await running.whileAlive(load(COUNTING_SECONDS))
  const { functions: counted } = await running.probe(LOOKS.cpu.file, 'counted')
  if (requests === 0) return functions
  const keyOf = (/** @type {SourceRange} */ { file, from, to }) => `${file}:${from}-${to}`
  const calls = new Map(counted.map((/** @type {SourceRange} */ one) => [keyOf(one), one.calls]))
  return functions.map((one) => ({ ...one, perRequest: (calls.get(keyOf(one)) ?? 0) / requests }))
}

/** @param {Running} running */
function portOf (running) {
  return 'address' in running ? running.address.port : undefined
}

module.exports = { look }
