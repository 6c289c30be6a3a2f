'use strict'

/**
 * The load that a subject is put under: what the person asks for, and what belongs to the subject itself (its path,
 * and the rest of `subject.load`).
 *
 * @param {import('../records').Subject} subject
 * @param {{ connections: number, durationSeconds: number, workers?: number }} asked
 * @returns {import('../records').Workload}
 */
function toWorkload ({ path, load }, asked) {
  const { leastSeconds, afterRequests, fresh, ...particulars } = load ?? {}
  return { ...particulars, path, ...asked }
}

/**
 * @param {{ driver: string, workers?: number, connections: number }} plan
 * @param {Pick<import('../records').Workload, 'pace'>} [load] of the subject, which may want a pace
 * @returns {string} as a person reads it
 */
function loadText ({ driver, workers = 1, connections }, { pace } = {}) {
  if (pace) return `${pace.requestsPerSecond} requests per second, over at most ${connections} connections`
  return `${driver}${workers > 1 ? ` with ${workers} workers` : ''}, ${connections} connections`
}

module.exports = { loadText, toWorkload }
