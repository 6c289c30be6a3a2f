'use strict'

/**
 * The load that a subject is put under: what the person asks for, and what belongs to the subject itself (its path,
 * and the rest of `subject.load`).
 *
 * @param {import('./records').Subject} subject
 * @param {{ connections: number, durationSeconds: number }} asked
 * @returns {import('./records').Workload}
 */
function toWorkload ({ path, load }, { connections, durationSeconds }) {
  const { leastSeconds, afterRequests, ...particulars } = load ?? {}
  return { ...particulars, path, connections, durationSeconds }
}

module.exports = { toWorkload }
