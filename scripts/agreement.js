'use strict'

// Who is right, where the fault is known.

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

/** @param {string} fixture its folder names the fault; of two, the first is the main one */
function topOf (fixture) {
  return fixture.split('/')[0].split('+')[0]
}

/**
 * @param {string} fixture
 * @param {string[]} found weightiest first
 */
function isRight (fixture, found) {
  return found[0] === topOf(fixture)
}

module.exports = { agree, isRight, topOf }
