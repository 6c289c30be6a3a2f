'use strict'

// Compares Clinic Doctor's issue and the check-up's findings with each other, and with the known problem of a fixture.

// Issues of Clinic Doctor, and the check-up's findings that mean the same. Doctor has no issue for other findings.
/** @type {Record<string, string[]>} */
const ALIKE = {
  'event-loop': ['event-loop', 'accumulation', 'sync-io'],
  gc: ['gc', 'memory-growth'],
  io: ['waiting', 'thread-pool'],
  none: ['healthy', 'generator-bound', 'host-bound']
}

/**
 * @param {string} issue of Doctor
 * @param {string} finding of the check-up
 */
function agree (issue, finding) {
  return Boolean(ALIKE[issue]?.includes(finding))
}

/**
 * Says whether Doctor and the check-up agree about one load.
 *
 * @param {Pick<import('hot-path').DoctorRecord, 'subject' | 'issue' | 'explainedBy' | 'disturbance'> &
 *   Pick<import('hot-path').CheckupRecord, 'findings'>} record
 * @returns {string} one sentence, and a remedy if there is one
 */
function agreement ({ subject, issue, explainedBy, disturbance, findings }) {
  const [{ name, explainable }] = findings
  if (agree(issue, name)) return 'They agree.'
  if (explainedBy) return explained(disturbance, `Doctor say ${issue}`)
  const isExplained = disturbance?.name === 'neighbours' && (explainable || name === 'host-bound')
  if (isExplained) return explained(disturbance, `the check-up say ${name}`)
  return `They do not agree (docs/checkup.md explains why). npx hot-path checkup ${subject} shows the evidence.`
}

/**
 * @param {import('hot-path').Disturbance | null} disturbance
 * @param {string} what the interference can cause, such as `Doctor say io`
 */
function explained (disturbance, what) {
  return `They do not agree, but ${disturbance?.clause}, which alone can make ${what}. ${disturbance?.remedy}`
}

/** @param {string} fixture path whose folder names the problem; of two joined by `+`, the first is the main one */
function topOf (fixture) {
  return fixture.split('/')[0].split('+')[0]
}

/**
 * @param {string} fixture
 * @param {string[]} found findings by severity
 */
function isRight (fixture, found) {
  return found[0] === topOf(fixture)
}

module.exports = { agree, agreement, isRight, topOf }
