'use strict'

// What of a window comes from looking into the subject again.

const { attribute } = require('../places/attribution')
const { fromCpuProfile } = require('../places/stacks')
const { summarise } = require('../places/waits')

const MOST_STATUSES = 3

/**
 * @param {import('./records').Looks | undefined} looks
 * @returns {Pick<import('./records').AnalysisWindow, 'busyWith' | 'waitShares' | 'asksInTurn' |
 *   'opensPerRequest' | 'connectionsTo' | 'refusedWith'>}
 */
function fromLooks (looks) {
  const { cpu, waits, refusals } = looks ?? {}
  const summary = waits ? summarise(waits) : null
  return {
    busyWith: cpu?.profile ? attribute(fromCpuProfile(cpu.profile)).busyWith : null,
    waitShares: summary?.kinds ?? null,
    asksInTurn: summary ? timesInTurn(summary.places) : null,
    opensPerRequest: waits && waits.seen > 0 ? waits.opened / waits.seen : null,
    connectionsTo: waits?.connections ?? [],
    refusedWith: refusals ? statusesOf(refusals.refusals) : []
  }
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
