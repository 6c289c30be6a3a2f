'use strict'

/**
 * The load that a subject is put under: what the person asks for, and what belongs to the subject itself (its path,
 * and the rest of `subject.load`).
 *
 * @param {import('../records').Subject} subject
 * @param {{ connections: number, durationSeconds: number, workers?: number, generators?: number }} asked
 * @returns {import('../records').Workload}
 */
function toWorkload ({ path, load }, asked) {
  const { leastSeconds, afterRequests, fresh, ...particulars } = load ?? {}
  return { ...particulars, path, ...asked }
}

/**
 * @param {{ driver: string, workers?: number, generators?: number, connections: number }} plan
 * @returns {string} as a person reads it
 */
function loadText ({ driver, workers = 1, generators = 1, connections }) {
  const several = [[workers, 'workers'], [generators, 'generators']].filter(([count]) => Number(count) > 1)
  const how = several.map(([count, name]) => `${count} ${name}`).join(' and ')
  return `${driver}${how && ` with ${how}`}, ${connections} connections`
}

module.exports = { loadText, toWorkload }
