'use strict'

const { median } = require('../verdict/statistics')
const { fromLooks, fromOutside, fromSnapshots, stuckOf } = require('./figures')
const { memoryOf } = require('./memory')
const { growthOf } = require('../verdict/trend')

/** @typedef {import('../types/checkup').Examination} Examination */
/** @typedef {import('../types/pipeline').Reading} Reading */
/** @typedef {import('../types/checkup').AnalysisWindow} AnalysisWindow */

// The first fifth of the time, at most one second, is not judged: a cold server pauses to compile.
const WARMUP_SHARE = 0.2
const MOST_WARMUP_MS = 1000
const THIRDS = 3
// Parts for the trend. More would be too short for a server that is blocked occasionally.
const PARTS = 15

/**
 * Computes the figures by which findings are judged. Pure.
 *
 * @param {Examination} examination
 * @returns {AnalysisWindow}
 */
function toWindow (examination) {
  const { readings, load, connections, cores, poolSize, ended, later, isWhole = false } = examination
  const judged = judgedOf(readings, isWhole)
  const own = judged[1] > judged[0] ? readings.slice(judged[0], judged[1] + 1) : []
  const whole = own.length ? spentIn(own) : NOTHING
  const { elapsedMs, activeMs, requests, mainMs } = whole
  const parts = partsOf(own, PARTS)
  const spent = parts.map(spentIn)
  const costsUs = partsOf(own, THIRDS).map(spentIn).map(costUs)
  const blocksMs = own.slice(1).flatMap((reading) => reading.blocksMs)
  return {
    judged,
    isWhole,
    seconds: elapsedMs / 1000,
    requests,
    connections,
    cores,
    poolSize,
    ended,
    loopUtilization: activeMs / elapsedMs,
    cpuShare: whole.cpuMs / elapsedMs,
    mainCpuShare: mainMs / elapsedMs,
    otherThreadsShare: (whole.cpuMs - mainMs) / elapsedMs,
    userCpuShare: whole.userMs / activeMs,
    systemShare: whole.systemMs / activeMs,
    // A loop that wakes up from idle also waits for a core. That wait is not active time, so cap the share.
    runQueueShare: Math.min(whole.waitedMs / activeMs, Math.max(0, 1 - (whole.userMs + whole.systemMs) / activeMs)),
    gcShare: whole.gcMs / activeMs,
    blockedMsPerRequest: blockedMs(whole),
    blocksMs,
    longestBlockMs: Math.max(0, ...blocksMs),
    costsUs: costsUs.every(Number.isFinite) ? costsUs : [],
    laterCostUs: later.length > 0 ? Math.min(...later.map(spentIn).map(costUs)) : NaN,
    costGrowth: growthOf(spent.map(costUs)),
    blockedGrowth: growthOf(spent.map(blockedMs)),
    pieceGrowth: growthOf(parts.map(pieceUs)),
    poolRequests: own.length ? median(own.map(({ poolRequests }) => poolRequests)) : NaN,
    queuedBytes: own.length ? own[own.length - 1].queuedBytes - own[0].queuedBytes : 0,
    hostBusyShare: whole.hostBusyMs / (whole.hostBusyMs + whole.hostIdleMs),
    othersShare: Math.max(0, whole.hostBusyMs - whole.cpuMs - whole.generatorMs) / elapsedMs,
    ...fromQuota(own),
    ...fromOutside(load),
    alone: examination.alone,
    stuck: stuckOf(examination, activeMs / elapsedMs),
    ...fromSnapshots(examination),
    ...memoryOf(examination),
    resources: own.length ? own[own.length - 1].resources : {},
    acceptsUpgrades: own.some((one) => one.acceptsUpgrades),
    opened: openedIn(own),
    processes: 0,
    threads: 0,
    shareBelow: NaN,
    ...examination.inside,
    ...fromLooks(examination.looks),
    observerShare: whole.observerMs / elapsedMs
  }
}

/**
 * @param {Reading[]} readings
 * @param {boolean} isWhole whether the start is judged, too
 * @returns {[number, number]} indices of the first and the last judged metrics snapshot
 */
function judgedOf (readings, isWhole) {
  const last = readings.length - 1
  if (last < 1 || isWhole) return [0, Math.max(0, last)]
  const begunMs = readings[0].atMs
  const fromMs = begunMs + Math.min(MOST_WARMUP_MS, WARMUP_SHARE * (readings[last].atMs - begunMs))
  const after = readings.findIndex(({ atMs }) => atMs >= fromMs)
  if (after < 1) return [0, 0]
  // A server that is blocked for seconds yields one or two snapshots: then include the one before the end of warm-up.
  return [readings[after].atMs - fromMs > MOST_WARMUP_MS ? after - 1 : after, last]
}

/** @typedef {ReturnType<typeof spentIn>} Spent */

/**
 * Computes the differences between the first and the last of several metrics snapshots. Times are in milliseconds.
 *
 * @param {Reading[]} part
 */
function spentIn (part) {
  const [before, after] = [part[0], part[part.length - 1]]
  /** @param {keyof Reading} key a counter; NaN if the system does not report it */
  const gain = (key) => (before[key] === null ? NaN : Number(after[key]) - Number(before[key]))
  const cpuMs = (gain('cpuUserUs') + gain('cpuSystemUs')) / 1000
  const told = before.mainUserUs !== null
  return {
    elapsedMs: gain('atMs'),
    activeMs: gain('loopActiveMs'),
    requests: gain('requests') || gain('answers'),
    cpuMs,
    userMs: gain(told ? 'mainUserUs' : 'cpuUserUs') / 1000,
    systemMs: gain(told ? 'mainSystemUs' : 'cpuSystemUs') / 1000,
    mainMs: told ? (gain('mainUserUs') + gain('mainSystemUs')) / 1000 : cpuMs,
    waitedMs: before.mainWaitedUs === null ? 0 : gain('mainWaitedUs') / 1000,
    gcMs: gain('gcMs'),
    hostBusyMs: gain('hostBusyMs'),
    hostIdleMs: gain('hostIdleMs'),
    generatorMs: gain('generatorCpuUs') / 1000,
    observerMs: gain('observerMs')
  }
}

/** @type {Spent} */
const NOTHING = {
  elapsedMs: 0,
  activeMs: 0,
  requests: 0,
  cpuMs: 0,
  userMs: 0,
  systemMs: 0,
  mainMs: 0,
  waitedMs: 0,
  gcMs: 0,
  hostBusyMs: 0,
  hostIdleMs: 0,
  generatorMs: 0,
  observerMs: 0
}

/**
 * @param {Reading[]} own
 * @param {number} count
 * @returns {Reading[][]} parts with nearly equal numbers of requests; each starts with the last snapshot of the part
 *   before. A part has a single snapshot if the server is blocked for longer than the part takes
 */
function partsOf (own, count) {
  if (own.length < THIRDS + 1) return []
  const [first, last] = [own[0], own[own.length - 1]]
  const counter = last.requests > first.requests ? 'requests' : 'answers'
  const edges = Array.from({ length: count + 1 }, (_, i) =>
    nearest(own, counter, first[counter] + ((last[counter] - first[counter]) * i) / count)
  )
  return edges.slice(1).map((edge, i) => own.slice(edges[i], edge + 1))
}

/** @param {Spent} part */
function costUs ({ userMs, gcMs, waitedMs, activeMs, requests }) {
  // GC pauses are measured in wall time and include waits for a core, which are not CPU time.
  const collectingMs = gcMs * Math.max(0, 1 - waitedMs / activeMs)
  return (1000 * (userMs - collectingMs)) / requests
}

/** @param {Spent} part */
function blockedMs ({ activeMs, gcMs, requests }) {
  return (activeMs - gcMs) / requests
}

/** @param {Reading[]} part */
function pieceUs (part) {
  return median(part.slice(1).map((reading) => reading.pieceUs))
}

/**
 * @param {Reading[]} own
 * @param {'requests' | 'answers'} counter
 * @param {number} count
 * @returns {number} index of the snapshot whose counter is nearest to `count`
 */
function nearest (own, counter, count) {
  return own.reduce(
    (best, reading, i) => (Math.abs(reading[counter] - count) < Math.abs(own[best][counter] - count) ? i : best),
    0
  )
}

/**
 * @param {Reading[]} own
 * @returns {Pick<AnalysisWindow, 'quotaCores' | 'throttledShare'>}
 */
function fromQuota (own) {
  const [before, after] = [own[0]?.quota ?? null, own.at(-1)?.quota ?? null]
  const periods = before && after ? after.periods - before.periods : 0
  if (!before || !after || periods === 0) return { quotaCores: after?.cores ?? null, throttledShare: 0 }
  return { quotaCores: after.cores, throttledShare: (after.throttledPeriods - before.throttledPeriods) / periods }
}

/**
 * @param {Reading[]} own
 * @returns {Record<string, number>}
 */
function openedIn (own) {
  if (own.length === 0) return {}
  const before = own[0].resources
  const after = Object.entries(own[own.length - 1].resources)
  return Object.fromEntries(
    after.map(([name, count]) => [name, count - (before[name] ?? 0)]).filter(([, more]) => Number(more) > 0)
  )
}

module.exports = { toWindow }
