'use strict'

// What of a window comes from looking into the subject again.

const { attribute } = require('../places/attribution')
const { fromCpuProfile } = require('../places/stacks')
const { summarise } = require('../places/waits')

const MOST_STATUSES = 3

/**
 * @param {import('./records').Looks | undefined} looks
 * @returns {Pick<import('./records').AnalysisWindow, 'busyWith' | 'workerThreads' | 'childProcesses' | 'waitShares' |
 *   'asksInTurn' | 'opensPerRequest' | 'connectionsTo' | 'refusedWith'>}
 */
function fromLooks (looks) {
  const { cpu, waits, refusals, processes = [] } = looks ?? {}
  const summary = waits ? summarise(waits) : null
  return {
    busyWith: cpu?.profile ? attribute(fromCpuProfile(cpu.profile)).busyWith : null,
    workerThreads: (cpu?.threads ?? []).map(toWorkerThread).sort((a, b) => b.cpuShare - a.cpuShare),
    childProcesses: processes.map(toChildProcess).sort((a, b) => b.loopUtilization - a.loopUtilization),
    waitShares: summary?.kinds ?? null,
    asksInTurn: summary ? timesInTurn(summary.places) : null,
    opensPerRequest: waits && waits.seen > 0 ? waits.opened / waits.seen : null,
    connectionsTo: waits?.connections ?? [],
    refusedWith: refusals ? statusesOf(refusals.refusals) : []
  }
}

/**
 * @param {import('../places/sample-cpu').SampledChild} child
 * @returns {import('./records').AnalysisWindow['childProcesses'][number]}
 */
function toChildProcess ({ title, passed: { loopUtilization, requests, cpuShare, seconds } }) {
  return { title, loopUtilization, requests, cpuMsPerRequest: (1000 * cpuShare * seconds) / requests }
}

/**
 * @param {import('../places/probes/cpu-sampling').ThreadSampling} thread
 * @returns {{ title: string, cpuShare: number }}
 */
function toWorkerThread ({ title, cpuMs, profile }) {
  const onStackUs = fromCpuProfile(profile).reduce((sum, { weight }) => sum + weight, 0)
  const us = cpuMs === null ? onStackUs : 1000 * cpuMs
  return { title, cpuShare: us / (profile.endTime - profile.startTime) }
}

/**
 * @param {import('../places/waits').WaitPlace[]} places
 * @returns {number | null} how often a request asks others there, where that is one after another
 */
function timesInTurn (places) {
  const asking = places.filter(({ kind, oneAfterAnother }) => kind === 'network' && oneAfterAnother)
  return asking.length > 0 ? Math.max(...asking.map(({ perRequest }) => perRequest)) : null
}

/**
 * @param {import('../places/probes/refusals').Refusal[]} refusals
 * @returns {import('./records').AnalysisWindow['refusedWith']} the most frequent first
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

module.exports = { fromLooks }
