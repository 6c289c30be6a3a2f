'use strict'

// Figures of an analysis window: from the profiling pass, the load, and the snapshots between loads.

const { MOST_LISTS } = require('../agent/probes/listeners')
const { attribute } = require('../source/attribution')
const { fromCpuProfile } = require('../source/stacks')
const { summarise } = require('../source/waits')
const { grownSince, inUse } = require('./memory')

const MOST_STATUSES = 3

/**
 * @param {import('../types/checkup').Looks | undefined} looks
 * @returns {Pick<import('../types/checkup').AnalysisWindow, 'busyWith' | 'packageShare' | 'largestShare' |
 *   'workerThreads' | 'childProcesses' | 'waitShares' | 'asksInTurn' | 'opensPerRequest' | 'lookupsPerRequest' |
 *   'connectionsTo' | 'refusedWith'>}
 */
function fromLooks (looks) {
  const { cpu, waits, refusals, processes = [] } = looks ?? {}
  const summary = waits ? summarise(waits) : null
  const attributed = cpu?.profile ? attribute(fromCpuProfile(cpu.profile)) : null
  const [largest] = attributed?.spots ?? []
  return {
    busyWith: attributed?.busyWith ?? null,
    packageShare: attributed?.packageShare ?? 0,
    largestShare: attributed && largest ? largest.weight / attributed.weight : 0,
    workerThreads: (cpu?.threads ?? []).map(toWorkerThread).sort((a, b) => b.cpuShare - a.cpuShare),
    childProcesses: processes.map(toChildProcess).sort((a, b) => b.loopUtilization - a.loopUtilization),
    waitShares: summary?.requests ? summary.kinds : null, // unknown if no request was sampled
    asksInTurn: summary ? timesInTurn(summary.places) : null,
    opensPerRequest: waits && waits.seen > 0 ? waits.opened / waits.seen : null,
    lookupsPerRequest: waits && waits.seen > 0 ? waits.lookups / waits.seen : null,
    connectionsTo: waits?.connections ?? [],
    refusedWith: refusals ? statusesOf(refusals.refusals) : []
  }
}

/**
 * @param {import('../types/agent').SampledChild} child
 * @returns {import('../types/checkup').AnalysisWindow['childProcesses'][number]}
 */
function toChildProcess ({ title, passed: { loopUtilization, requests, cpuShare, seconds } }) {
  return { title, loopUtilization, requests, cpuMsPerRequest: (1000 * cpuShare * seconds) / requests }
}

/**
 * @param {import('../types/agent').ThreadSampling} thread
 * @returns {{ title: string, cpuShare: number }}
 */
function toWorkerThread ({ title, cpuMs, profile }) {
  const onStackUs = fromCpuProfile(profile).reduce((sum, { weight }) => sum + weight, 0)
  const us = cpuMs === null ? onStackUs : 1000 * cpuMs
  return { title, cpuShare: us / (profile.endTime - profile.startTime) }
}

/**
 * @param {import('../types/agent').WaitPlace[]} places
 * @returns {number | null} sequential upstream requests per request, at the location with most; null if there are none
 */
function timesInTurn (places) {
  const asking = places.filter(({ kind, oneAfterAnother }) => kind === 'network' && oneAfterAnother)
  return asking.length > 0 ? Math.max(...asking.map(({ perRequest }) => perRequest)) : null
}

/**
 * @param {import('../types/agent').Refusal[]} refusals
 * @returns {import('../types/checkup').AnalysisWindow['refusedWith']} most frequent first
 */
function statusesOf (refusals) {
  /** @type {Map<number, { status: number, count: number, said: string }>} */
  const found = new Map()
  for (const { status, said } of refusals) {
    const one = found.get(status) ?? { status, count: 0, said: '' }
    found.set(status, { ...one, count: one.count + 1, said: one.said || said })
  }
  return [...found.values()].sort((a, b) => b.count - a.count).slice(0, MOST_STATUSES)
}

// Figures that come from the load generator, and from the memory and listener snapshots between loads.

/** @typedef {import('../types/checkup').Examination} Examination */

// Listener lists that fit on a page.
const MOST_GROWN = 5

/** @param {Examination['load']} load */
function fromOutside (load) {
  const unanswered = load?.errors ?? 0
  const asked = (load?.requests ?? 0) + unanswered
  return {
    latencyMs: load?.latencyMs ?? { mean: NaN, p50: NaN, p99: NaN, max: NaN },
    throughput: load?.requestsPerSecond ?? NaN,
    refusedShare: ((load?.non2xx ?? 0) - (load?.expected ?? 0)) / (load?.requests || NaN),
    unansweredShare: unanswered / (asked || NaN),
    timeouts: load?.timeouts ?? 0,
    lostWorkers: load?.lostWorkers ?? 0,
    driver: load?.driver ?? '',
    generatorUtilization: load?.generatorUtilization ?? NaN
  }
}

/**
 * @param {Examination} examination
 * @param {number} loopUtilization
 * @returns {number} stuck connections: all of them, if answers came at first, none in the second half of the load, and
 *   the event loop was idle for most of the time; otherwise 0
 */
function stuckOf ({ load, outside, connections }, loopUtilization) {
  const seconds = load?.seconds ?? 0
  const late = outside.filter(({ atMs }) => atMs >= 500 * seconds)
  const isIdle = Boolean(load?.requests) && loopUtilization < 0.5
  return isIdle && outside.length > 0 && late.every(({ answers }) => answers === 0) ? connections : 0
}

/** @param {Examination} examination */
function fromSnapshots ({ snapshots }) {
  const [first] = snapshots
  const last = snapshots[snapshots.length - 1]
  const grownMemory = snapshots.slice(1).map(({ memory }, i) => grownSince(snapshots[i].memory, memory))
  const retainedBytes = grownMemory.map(inUse)
  const retainedBytesPerRequest = retainedBytes.map(
    (bytes, i) => bytes / (snapshots[i + 1].requests - snapshots[i].requests)
  )
  const grown = last ? grownBetween(first.listenerCounts, last.listenerCounts) : []
  return {
    retainedBytes,
    retainedBytesPerRequest,
    grownMemory,
    workersLeft: snapshots.slice(1).map(({ workers }, i) => workers - snapshots[i].workers),
    ...descriptorsIn(snapshots),
    calm: snapshots.every(({ calm }) => calm),
    restCpuShare: snapshots.length > 0 ? Math.min(...snapshots.map(({ cpuShare }) => cpuShare)) : 0,
    shortRequests: last ? last.requests - first.requests : 0,
    grown
  }
}

/**
 * @param {Examination['snapshots']} snapshots
 * @returns {Pick<import('../types/checkup').AnalysisWindow, 'grownDescriptors' | 'openDescriptors' | 'mostOpened'>}
 */
function descriptorsIn (snapshots) {
  const seen = snapshots.flatMap(({ descriptors }) => descriptors ?? [])
  const last = seen[seen.length - 1]
  if (seen.length < snapshots.length || !last) return { grownDescriptors: [], openDescriptors: null, mostOpened: '' }
  const sum = (/** @type {number[]} */ values) => values.reduce((total, one) => total + one, 0)
  const counts = seen.map(({ files, ...others }) => ({ ...others, files: sum(Object.values(files)) }))
  const grownDescriptors = counts.slice(1).map(({ files, sockets, others }, i) => ({
    files: files - counts[i].files,
    sockets: sockets - counts[i].sockets,
    others: others - counts[i].others
  }))
  const { limit, ...open } = counts[counts.length - 1]
  const [most] = Object.entries(last.files).sort(([, a], [, b]) => b - a)
  return {
    grownDescriptors,
    openDescriptors: { ...open, limit: Number.isFinite(limit) ? limit : null },
    mostOpened: most?.[0] ?? ''
  }
}

/**
 * @param {import('../types/checkup').IdentifiedListenerCount[]} first
 * @param {import('../types/checkup').IdentifiedListenerCount[]} last
 * @returns {import('../types/checkup').AnalysisWindow['grown']}
 */
function grownBetween (first, last) {
  const keyOf = (/** @type {import('../types/checkup').IdentifiedListenerCount} */ { id, event }) => `${id} ${event}`
  const counts = new Map(first.map((one) => [keyOf(one), one.count]))
  // A snapshot holds only the longest lists. If it is full, a list that is missing had at most as many listeners as the
  // shortest list in it.
  const untold = first.length < MOST_LISTS ? 0 : Math.min(...first.map(({ count }) => count))
  return last
    .map(({ id, ...one }) => ({ ...one, before: counts.get(keyOf({ id, ...one })) ?? untold }))
    .filter(({ count, before }) => count > before)
    .sort((a, b) => b.count - b.before - (a.count - a.before))
    .slice(0, MOST_GROWN)
}

module.exports = { fromLooks, fromOutside, fromSnapshots, stuckOf }
