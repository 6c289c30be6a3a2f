'use strict'

const { originOf } = require('../process/address')
const { OperationalError } = require('../base/operational-error')
const { environment, found, remedy, usable } = require('./k6-program')
const { scriptOf } = require('./k6-script')
const { EPILOGUE, MARKS, TREND_STATS, complaintIn, read } = require('./k6-summary')
const { conditions } = require('./revalidation')
const { watchProgram } = require('./external-program')
const { together } = require('./workers')

/** @typedef {import('../records').Address} Address */
/** @typedef {import('../records').Load} Load */
/** @typedef {import('../records').Workload} Workload */

/**
 * Puts load on a server with k6: in a closed loop, or at a fixed pace; with one process, or with several that share one
 * workload by k6's execution segments.
 *
 * The script goes to k6 on its standard input: there may be secrets in it, and neither a file nor a command line has
 * them so. Each process has as many threads of Go as the workload has workers, so that it is known when it is full.
 *
 * @param {Address} address
 * @param {Workload} workload
 * @returns {Promise<import('./drivers').Generator>}
 * @throws {OperationalError} where there is no k6 that we know
 */
async function open (address, workload) {
  const program = usable()
  const headers = await conditions(address, workload)
  const closing = new AbortController()
  return {
    load (durationSeconds) {
      const own = { ...workload, durationSeconds: Math.max(1, Math.round(durationSeconds)) }
      const { text } = scriptOf(own, { origin: originOf(address), headers })
      return run(program, text, own, closing.signal)
    },
    close: () => closing.abort()
  }
}

/**
 * @param {string} program
 * @param {string} script
 * @param {Workload} workload
 * @param {AbortSignal} [signal] ends all that run
 * @returns {Promise<Load>}
 * @throws {OperationalError} when k6 cannot run the script, or every process of it has ended early
 */
async function run (program, script, workload, signal) {
  const { connections, durationSeconds, workers = 1, generators = 1, pace } = workload
  const endings = await Promise.all(
    segmentsOf(generators).map((segment) =>
      watchProgram(program, ['run', '--quiet', '--address=', ...segment, '-'], {
        input: script + EPILOGUE,
        env: { ...environment(), GOMAXPROCS: String(workers), K6_SUMMARY_TREND_STATS: TREND_STATS },
        marks: MARKS,
        signal
      })
    )
  )
  const unable = endings.find(({ hasBegun, status }) => !hasBegun && status !== null && status !== 0)
  if (unable) throw new OperationalError(`k6 cannot run this load: ${complaintIn(unable.stderr)}`)
  const lost = endings.flatMap(({ status, signal }, i) => (status === 0 ? [] : [{ generator: i + 1, status, signal }]))
  if (lost.length === generators) {
    const [{ status, signal }] = lost
    throw new OperationalError(
      `k6 ended early, ${signal ? `by ${signal}` : `with status ${status}`}. ${complaintIn(endings[0].stderr)}`.trim()
    )
  }
  const loads = endings
    .filter(({ status }) => status === 0)
    .map(({ stdout, seconds, cpuShare }) => ({
      ...read(stdout, {
        connections: connections / generators,
        durationSeconds,
        watchedSeconds: seconds,
        isPaced: pace !== undefined
      }),
      generatorCpuShare: cpuShare,
      generatorUtilization: cpuShare / workers
    }))
  return { ...ofAll(loads), connections, ...(lost.length && { lost }) }
}

/**
 * @param {Load[]} loads of generators that ran at the same time
 * @returns {Load}
 */
function ofAll (loads) {
  if (loads.length === 1) return loads[0]
  const sum = (/** @type {(load: Load) => number} */ read) => loads.reduce((total, load) => total + read(load), 0)
  const busy = loads.map(({ generatorUtilization }) => generatorUtilization)
  const isPaced = loads[0].lateMs !== undefined
  return {
    ...together(loads),
    generatorCpuShare: sum(({ generatorCpuShare }) => generatorCpuShare),
    // One that is full keeps back its share of the load, however much time the others have.
    generatorUtilization: Math.max(...busy),
    generatorUtilizations: busy,
    ...(isPaced && {
      lateMs: Math.max(...loads.map(({ lateMs = NaN }) => lateMs)),
      dropped: sum(({ dropped = 0 }) => dropped)
    })
  }
}

/**
 * @param {number} count of processes
 * @returns {string[][]} what each is told of its part: k6 divides virtual users and rates by it
 */
function segmentsOf (count) {
  if (count === 1) return [[]]
  const ends = Array.from({ length: count + 1 }, (_, i) => (i === 0 ? '0' : i === count ? '1' : `${i}/${count}`))
  const sequence = `--execution-segment-sequence=${ends.join(',')}`
  return ends.slice(1).map((end, i) => [`--execution-segment=${ends[i]}:${end}`, sequence])
}

module.exports = {
  name: 'k6',
  get remedy () { return remedy() },
  available: () => found() !== null,
  check: () => void usable(),
  takesWorkers: true,
  takesGenerators: true,
  wholeSeconds: 1,
  can: (/** @type {Partial<Workload>} */ { pace }) => !pace?.beside,
  open,
  run,
  segmentsOf
}
