'use strict'

const os = require('os')
const { setTimeout: wait } = require('timers/promises')
const { PROBES } = require('../agent')
const { drive, findDriver } = require('../load/drivers')
const { OperationalError } = require('../util/errors')
const { watchInside } = require('../process/process-tree')
const { follow, readTelemetry, toReadings } = require('../measurement/follow')
const { isLargeHeap, retainedByAnother, whileAnother } = require('../measurement/retained-memory')
const { Hung } = require('../process/channel')
const { memoryLimitOf } = require('../util/control-group')
const { passedBetween } = require('../util/traffic')
const { isEnough } = require('./early-end')
const { full, hasNoDescriptor, isLate, isLocked, restingShare } = require('./conditions')
const { findingsOf, looksFor } = require('./findings')
const waiting = require('./findings/waiting')
const { inUse, mayGrowInV8, partsOf, seemsToGrow } = require('./memory')
const { look } = require('./profiling-pass')
const { provisionalText } = require('./provisional')
const { toWindow } = require('./window')

/** @typedef {import('../types/checkup').Examination} Examination */
/** @typedef {import('../types/pipeline').Reading} Reading */
/** @typedef {import('../process/subject').RunningSubject} RunningSubject */
/** @typedef {import('../types/checkup').ListenerSnapshot} ListenerSnapshot */

const LISTENER_SNAPSHOT = PROBES.listeners
// Name of the load generator for an attached process.
const OTHERS = 'others'
const RESPONSE_TIMES = PROBES.responseTimes

// Share of the duration for the main load. The rest is for two short loads, with memory and listeners counted before,
// between and after. Counting takes time and discards compiled code, which must not affect the main load.
const MAIN_SHARE = 0.8
// Shares of the main load after which it may end early. They are few, as each look adds to the errors.
const LOOKS_AT = [0.5, 0.75]
// Share of the duration for a load that confirms that native memory grows.
const CONFIRMING_SHARE = 0.4
// Share of the duration for observing an attached process. The rest is for the profiling pass.
const ATTACHED_SHARE = 0.7
// Requests still pending this long after the end of an unmeasured load are abandoned.
const GIVEN_UP_AFTER_MS = 2000
// Requests that are pending at the end of a load delay what follows, by so many seconds at most: of a saturated event
// loop, and of a server that waits, which may need many connections to be as fast.
const PENDING_SECONDS = { loop: 0.25, other: 1 }
const LEAST_CONNECTIONS = 10
// Most servers have come to rest by the first look. Later ones are less frequent, as each look uses CPU time.
const SETTLE_FIRST_MS = 100
const SETTLE_LATER_MS = 250
const SETTLE_WITHIN_MS = 3000
// A server whose open resources and CPU time have not fallen for so long does not come to rest.
const UNCHANGED_MS = 1000
// In cores.
const LESS_CPU = 0.05
// With one connection, nothing queues: latency is what a request itself takes.
const ALONE_SECONDS = 0.5
const ENOUGH_ALONE = 100 // responses
const COLLECTED_ONCE_BYTES = 200e6
const SPARE_TIMERS = 2 // Node's own timers, for connections

/**
 * Loads a running server and takes metrics snapshots meanwhile.
 *
 * @param {RunningSubject} running
 * @param {import('../types/pipeline').Workload} workload
 * @param {object} [options]
 * @param {(fraction: number) => void} [options.onProgress]
 * @param {(text: string) => void} [options.onNote] receives, among others, a provisional finding during the main load
 * @param {boolean} [options.places] whether to add a profiling pass that finds the source locations of the findings
 * @param {() => Promise<RunningSubject>} [options.startAnother] starts the same server again
 * @returns {Promise<Examination>} also if the server ends early, or hangs
 */
async function watch (running, workload, options = {}) {
  const { onProgress = () => {}, onNote = () => {}, places = true, startAnother } = options
  const driver = findDriver('built-in', workload)
  const load = (/** @type {Partial<typeof workload>} */ more, /** @type {object} */ options, { address } = running) =>
    drive(driver, address, { ...workload, ...more }, options)
  let { connections } = workload
  const unmeasured = (/** @type {number} */ durationSeconds, server = running, at = connections, listeners = {}) => {
    const signal = AbortSignal.timeout(Math.ceil(1000 * durationSeconds) + GIVEN_UP_AFTER_MS)
    return load({ durationSeconds, connections: at }, { ...listeners, signal }, server)
  }
  const oneByOne = (/** @type {number} */ seconds) => unmeasured(seconds, running, 1, untilEnough())
  const examination = begin(running, workload.connections)
  const inside = watchInside(running)
  try {
    const mainSeconds = MAIN_SHARE * workload.durationSeconds
    // The other loads are short: starting another program for them would take longer than they do.
    const main = await mainLoad(running.address, { ...workload, durationSeconds: mainSeconds }, { onNote })
    await follow(
      running,
      examination,
      (listeners) => main({ ...listeners, onProgress }),
      atTimes(LOOKS_AT.map((share) => 1000 * share * mainSeconds), function (i) {
        const text = i === 0 ? provisionalText(examination) : null
        if (text) onNote(text)
        const enough = isEnough(examination)
        if (enough) examination.loadShare = LOOKS_AT[i]
        return enough
      })
    )
    examination.inside = inside()
    // Further loads of a server that answers nothing show nothing, and last until they are abandoned.
    const loaded = toWindow(examination)
    const isDead = isLocked(loaded)
    connections = connectionsAfter(examination, full(loaded) ? PENDING_SECONDS.loop : PENDING_SECONDS.other)
    // It shows whether requests also wait, which the main load does not show of a busy server.
    const isKnown = isDead || waiting.judge(loaded) !== null
    if (!isKnown) examination.alone = await withOneConnection(running, () => oneByOne(ALONE_SECONDS))
    const short = ((1 - MAIN_SHARE) / 2) * workload.durationSeconds
    for (const pause of isDead ? [0] : [short, short, 0]) {
      examination.snapshots.push(await snapshotOf(running, examination.readings))
      if (pause) examination.later.push(await readAround(running, () => unmeasured(pause)))
    }
    if (mayGrowInV8(toWindow(examination))) {
      // The two short loads together, and one of the same length.
      await running.whileAlive(unmeasured(2 * short))
      const [first, , last] = examination.snapshots
      examination.snapshots = [first, last, await snapshotOf(running, examination.readings)]
    }
    if (!isDead && seemsToGrow(examination)) {
      await running.whileAlive(unmeasured(CONFIRMING_SHARE * workload.durationSeconds))
      examination.confirming = await snapshotOf(running, examination.readings)
    }
  } catch (err) {
    if (!(err instanceof OperationalError)) throw err
    examination.ended = { how: err instanceof Hung ? 'hung' : 'died', words: err.message }
  }
  examination.poolSize = examination.readings[0]?.poolSize ?? NaN
  if (!places || examination.ended) return examination
  const window = toWindow(examination)
  const found = findingsOf(window)
  const wanted = looksFor(found, window)
  if (wanted.length === 0) return examination
  // A server that never came to rest between the loads will not do so now.
  const alone = window.calm
    ? {
        isCalm: async () => (await settled(running, examination.readings)).calm,
        load: oneByOne
      }
    : undefined
  const everyRequest = isLate(window) && found.some(({ name }) => name === 'refusing')
  const { durationSeconds } = workload
  const { requestsPerSecond } = examination.load ?? {}
  const isRare = found.some(({ name }) => name === 'stalls')
  const at = wanted.includes('refusals') ? workload.connections : connections // requests may fail because they are many
  const under = (/** @type {number} */ seconds, server = running) => unmeasured(seconds, server, at)
  const pass = { durationSeconds, requestsPerSecond, connections: at, load: under, alone, everyRequest, isRare }
  const isAtEnd = isLocked(window) || hasNoDescriptor(window) // a probe cannot be loaded without a file descriptor
  const fromFirst = startAnother && isAtEnd ? await lookFromFirst(startAnother, wanted, pass) : null
  if (fromFirst) return { ...examination, looks: fromFirst }
  const isLarge = startAnother && wanted.includes('retained') && isLargeHeap(examination.snapshots.at(-1)?.memory.heap)
  // One probe samples either what is retained or all allocations. In a large heap, each collection takes a second.
  const here = isLarge ? wanted.filter((name) => name !== 'retained' && name !== 'allocations') : wanted
  const looks = await look(running, here, isLarge ? { ...pass, alone: undefined } : pass)
  if (isLarge) {
    const bytesPerRequest = growthOf(examination.snapshots)
    const retained = await retainedByAnother(startAnother, { bytesPerRequest, load: unmeasured })
    Object.assign(looks, { retained: retained ?? (await look(running, ['retained'], pass)).retained })
  }
  return { ...examination, looks }
}

/**
 * @param {Pick<Examination, 'connections' | 'load'>} examination with the main load
 * @param {number} seconds
 * @returns {number} connections for the loads after it: no more than the server answers in this time
 */
function connectionsAfter ({ connections, load }, seconds) {
  const answered = Math.ceil(seconds * (load?.requestsPerSecond ?? 0))
  return Math.min(connections, Math.max(LEAST_CONNECTIONS, answered))
}

/**
 * Starts a load generator that is another program: that takes a second, which is not to be analysed.
 *
 * @param {import('../types/pipeline').Address} address
 * @param {import('../types/pipeline').Workload} workload
 * @param {Pick<import('../types/load').Listeners, 'onNote'>} listeners
 * @returns {Promise<(listeners: import('../types/load').Listeners) => Promise<import('../types/pipeline').Load>>} runs
 *   the load once
 * @throws {OperationalError} if it does not start, or does not report responses
 */
async function mainLoad (address, workload, { onNote }) {
  const driver = findDriver(workload.driver ?? 'built-in', workload)
  if (driver.name === 'wrk') {
    throw new OperationalError('wrk does not report responses over time, which the check-up needs. Use --driver=locust, or leave it out.')
  }
  const generator = driver.name === 'locust' ? await driver.open(address, workload, { onNote }) : null
  const opened = generator ? { ...driver, open: async () => generator } : driver
  return (listeners) => drive(opened, address, workload, listeners)
}

/**
 * @param {number[]} timesMs from now, ascending
 * @param {(index: number) => boolean} test
 * @returns {() => boolean} false, except that the first call after each of these times tests
 */
function atTimes (timesMs, test) {
  const begunMs = performance.now()
  let next = 0
  return () => performance.now() - begunMs >= timesMs[next] && test(next++)
}

/**
 * @returns {Pick<import('../types/load').Listeners, 'onAnswer' | 'until'>} ends a load after enough responses
 */
function untilEnough () {
  const enough = new AbortController()
  let answers = 0
  const onAnswer = () => {
    answers++
    if (answers === ENOUGH_ALONE) enough.abort()
  }
  return { onAnswer, until: enough.signal }
}

/**
 * Profiles a second process of a server that works no longer, from its first request on.
 *
 * @param {() => Promise<RunningSubject>} startAnother
 * @param {import('../types/checkup').LookName[]} wanted
 * @param {object} options
 * @param {number} options.durationSeconds duration of the main load
 * @param {(seconds: number, server: RunningSubject) => Promise<import('../types/pipeline').Load>} options.load
 * @param {boolean} options.everyRequest
 * @returns {Promise<import('../types/checkup').Looks | null>} null if two processes of the server cannot run at a time
 */
async function lookFromFirst (startAnother, wanted, { load, ...options }) {
  return whileAnother(startAnother, (another) =>
    look(another, wanted, { ...options, load: (seconds) => load(seconds, another) })
  )
}

/**
 * @param {RunningSubject} running
 * @param {Reading[]} loaded metrics snapshots of the main load
 * @returns {Promise<ListenerSnapshot>}
 */
async function snapshotOf (running, loaded) {
  const { calm, cpuShare } = await settled(running, loaded)
  const { heapUsedBytes } = await running.processMetrics('collect')
  // Free buffers are released one event-loop turn after a collection, and finalizers run. That is little beside
  // a large heap, which a collection needs a second for.
  const word = heapUsedBytes > COLLECTED_ONCE_BYTES ? 'collected' : 'read'
  const { listenerCounts, ...metrics } = await running.probe(LISTENER_SNAPSHOT, word)
  const { requests, workers } = metrics
  const descriptors = running.descriptors()
  return { requests, memory: partsOf(metrics), workers, listenerCounts, descriptors, calm, cpuShare }
}

/**
 * @param {RunningSubject} running
 * @param {() => Promise<import('../types/pipeline').Load>} load
 * @returns {Promise<Reading[]>} metrics snapshots before and after the load
 */
async function readAround (running, load) {
  const before = toReadings(await readTelemetry(running), 0)
  await running.whileAlive(load())
  return [...before.slice(-1), ...toReadings(await readTelemetry(running), 0).slice(-1)]
}

/**
 * @param {RunningSubject} running
 * @param {() => Promise<import('../types/pipeline').Load>} load through one connection
 * @returns {Promise<Examination['alone']>}
 */
async function withOneConnection (running, load) {
  const before = await readTelemetry(running)
  const { latencyMs } = await running.whileAlive(load())
  const after = await readTelemetry(running)
  const activeMs = after.loopActiveMs - before.loopActiveMs
  return { medianMs: latencyMs.p50, loopUtilization: activeMs / (after.atMs - before.atMs) }
}

/**
 * @param {Examination['snapshots']} snapshots
 * @returns {number} growth of memory per request in the last of them, in bytes
 */
function growthOf (snapshots) {
  const [before, after] = snapshots.slice(-2)
  return (inUse(after.memory) - inUse(before.memory)) / Math.max(1, after.requests - before.requests)
}

/**
 * Waits until the last load is over for the server, too, or until it shows that it does not come to rest. Open
 * connections and abandoned requests would be counted as retained memory.
 *
 * @param {RunningSubject} running
 * @param {Reading[]} loaded metrics snapshots of the main load, the first from before it
 * @returns {Promise<{ calm: boolean, cpuShare: number }>} whether the server came to rest, and the CPU that it used
 *   between the last two looks, in cores
 */
async function settled (running, loaded) {
  const [idle] = loaded
  const atRest = restingShare(loaded)
  const open = (/** @type {Pick<Reading, 'resources'>} */ { resources }) =>
    (resources.TCPSocketWrap ?? 0) + (resources.Timeout ?? 0)
  let before = await readTelemetry(running, 'list')
  let cpuShare = NaN
  let eachMs = SETTLE_FIRST_MS
  let lowest = { open: Infinity, cpuShare: Infinity }
  let changedMs = performance.now()
  const untilMs = changedMs + SETTLE_WITHIN_MS
  // A snapshot of a blocked server takes as long as the block, so limit the time, not the number of snapshots.
  while (performance.now() < Math.min(untilMs, changedMs + UNCHANGED_MS)) {
    await wait(eachMs)
    eachMs = Math.min(SETTLE_LATER_MS, 1.5 * eachMs)
    const now = await readTelemetry(running, 'list')
    cpuShare = passedBetween(before, now).cpuShare
    if (open(now) <= open(idle) + SPARE_TIMERS && cpuShare < atRest) return { calm: true, cpuShare }
    if (open(now) < lowest.open || cpuShare < lowest.cpuShare - LESS_CPU) changedMs = performance.now()
    lowest = { open: Math.min(lowest.open, open(now)), cpuShare: Math.min(lowest.cpuShare, cpuShare) }
    before = now
  }
  return { calm: false, cpuShare }
}

/**
 * Takes metrics snapshots of an attached process under its existing traffic, or under a load. Its heap is neither
 * collected nor walked, so memory growth and accumulating listeners are not detected.
 *
 * @param {import('../process/attach/subject').AttachedSubject} running
 * @param {import('../types/pipeline').Workload} workload
 * @param {{ address?: import('../types/pipeline').Address, onNote?: (text: string) => void }} [options] `address`:
 *   where to apply the load; if it is missing, the traffic is only observed
 * @returns {Promise<{ examination: Examination, passed: import('../types/pipeline').PassedTraffic }>}
 * @throws {OperationalError} if the process ends meanwhile
 */
async function watchAttached (running, workload, { address, onNote } = {}) {
  const { durationSeconds } = workload
  const observedSeconds = ATTACHED_SHARE * durationSeconds
  const driver = findDriver('built-in', workload)
  const load = (/** @type {number} */ seconds) =>
    address ? drive(driver, address, { ...workload, durationSeconds: seconds }) : toLoad(running, seconds)
  const main = address
    ? await mainLoad(address, { ...workload, durationSeconds: observedSeconds }, { onNote })
    : () => load(observedSeconds)
  const passed = await running.passing()
  const examination = await watchLoad(running, workload, main)
  const window = toWindow(examination)
  // Retained memory shows only after a garbage collection, which is not forced here.
  const wanted = looksFor(findingsOf(window), window).filter((name) => name !== 'retained')
  const looks = wanted.length > 0 ? { looks: await look(running, wanted, { durationSeconds, load }) } : {}
  return { examination: { ...examination, ...looks }, passed: await passed() }
}

/**
 * Takes metrics snapshots during one load, and nothing else.
 *
 * @param {import('../process/subject').RunningSubject | import('../process/attach/subject').AttachedSubject} running
 * @param {import('../types/pipeline').Workload} workload
 * @param {(listeners: import('../types/load').Listeners) => Promise<import('../types/pipeline').Load>} load applies it
 * @returns {Promise<Examination>}
 * @throws {OperationalError} if the process ends meanwhile
 */
async function watchLoad (running, workload, load) {
  const examination = begin(running, workload.connections)
  const inside = watchInside(running)
  await follow(running, examination, load)
  return { ...examination, inside: inside(), poolSize: examination.readings[0].poolSize }
}

/**
 * Describes observed traffic as a load, as far as the process can report it: unanswered requests are missing.
 *
 * @param {import('../process/attach/subject').AttachedSubject} running
 * @param {number} seconds
 * @returns {Promise<import('../types/pipeline').Load>}
 */
async function toLoad (running, seconds) {
  await running.probe(RESPONSE_TIMES, 'begin')
  const passed = await running.traffic(seconds)
  const { latencyMs } = await running.probe(RESPONSE_TIMES, 'end')
  return {
    driver: OTHERS,
    connections: 0,
    seconds: passed.seconds,
    requests: passed.requests,
    requestsPerSecond: passed.requestsPerSecond,
    bytesPerSecond: NaN,
    latencyMs: latencyMs ?? { mean: NaN, p50: NaN, p90: NaN, p99: NaN, max: NaN },
    non2xx: passed.non2xx,
    expected: 0,
    errors: 0,
    timeouts: 0,
    generatorCpuShare: 0,
    generatorUtilization: 0
  }
}

/**
 * @param {{ node: string, pid: number | undefined }} running
 * @param {number} connections connections of the load; 0 for an attached process
 * @returns {Examination} an examination without results
 */
function begin ({ node, pid }, connections) {
  return {
    node,
    cores: os.availableParallelism(),
    poolSize: NaN,
    connections,
    memoryLimitBytes: memoryLimitOf(pid),
    load: null,
    loadShare: 1,
    readings: [],
    outside: [],
    alone: null,
    snapshots: [],
    later: [],
    ended: null
  }
}

module.exports = { MAIN_SHARE, OTHERS, watch, watchAttached, watchLoad }
