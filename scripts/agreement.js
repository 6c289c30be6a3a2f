'use strict'

// Who is right, where the problem is known.

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

/**
 * What Doctor and the check-up have to say about each other.
 *
 * @param {Pick<import('hot-path').DoctorRecord, 'issue' | 'explainedBy' | 'disturbance'>} doctor
 * @param {Pick<import('hot-path').CheckupRecord, 'subject' | 'findings' | 'disturbance'>} checkup
 * @returns {string} one sentence, and a remedy where there is one
 */
function agreement (doctor, checkup) {
  const [{ name }] = checkup.findings
  if (agree(doctor.issue, name)) return 'They agree.'
  // The two ran one after the other: what disturbed one of them is enough to make them differ.
  if (doctor.explainedBy) return explained(doctor.disturbance, `Doctor say ${doctor.issue}`)
  if (isExplained(checkup)) return explained(checkup.disturbance, `the check-up say ${name}`)
  return `They do not agree (docs/checkup.md tells why): trust the evidence, in reports/${checkup.subject}/checkup.html.`
}

/** @param {Parameters<typeof agreement>[1]} checkup */
function isExplained ({ findings: [{ name, explainable }], disturbance }) {
  return disturbance?.name === 'neighbours' && (explainable || name === 'host-bound')
}

/**
 * @param {import('hot-path').Disturbance | null} disturbance
 * @param {string} what it can make one of the two say
 */
function explained (disturbance, what) {
  return `They do not agree, but ${disturbance?.clause}, which alone can make ${what}. ${disturbance?.remedy}`
}

/** @param {string} fixture its folder names the problem; of two, the first is the main one */
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

module.exports = { agree, agreement, isRight, topOf }
