'use strict'

// What Clinic Doctor and the check-up say when they mean the same. For the other findings, Doctor has no word.
/** @type {Record<string, string[]>} */
const ALIKE = {
  'event-loop': ['event-loop', 'accumulation', 'sync-io'],
  gc: ['gc', 'memory-growth'],
  io: ['waiting', 'thread-pool'],
  none: ['healthy', 'generator-bound', 'host-bound']
}

/**
 * @param {string} issue Doctor's
 * @param {string} finding the check-up's
 */
function agree (issue, finding) {
  return Boolean(ALIKE[issue]?.includes(finding))
}

module.exports = { agree }
