'use strict'

const fs = require('fs')
const path = require('path')
const { adviceOn } = require('../../checkup/advice')
const { findingsOf, titleOf } = require('../../checkup/findings')
const { page } = require('../../checkup/page')
const { shown } = require('../../checkup/shown')
const { toWindow } = require('../../checkup/window')
const { watch } = require('../../checkup/watch')
const { wrap } = require('../../report/wrap')
const { autocannonCommand, serverCommand } = require('./command')

/** @typedef {import('../../checkup/records').Finding} Finding */

const FILE = 'examination.json'
const VALUE_WIDTH = 12
const WIDTH = 80
const GAP = 2

/** @type {import('.').Instrument} */
module.exports = {
  name: 'checkup',
  title: 'Check-up',
  summary: "a second opinion from Node's own means, with its evidence",
  command: (subject, workload) =>
    `node ${serverCommand(subject)}   (in another terminal: npx ${autocannonCommand(workload, 3000)}, and look at top, or at performance.eventLoopUtilization())`,

  async watch (running, workload, { directory, onProgress }) {
    const examination = await watch(running, workload, { onProgress })
    fs.writeFileSync(path.join(directory, FILE), JSON.stringify(examination))
    return { load: examination.load, ended: examination.ended !== null }
  },

  async read (directory, subject, disturbance) {
    const examination = JSON.parse(fs.readFileSync(path.join(directory, FILE), 'utf8'))
    const window = toWindow(examination)
    const findings = findingsOf(window)
    fs.writeFileSync(path.join(directory, 'report.html'), page({ subject, examination, window, findings, disturbance }))
    return { findings, window }
  },

  format ({ findings, window }) {
    return [
      `The check-up says: ${findings.map(titleOf).join(', then ')}`,
      ...findings.flatMap(formatOne),
      '',
      `It took ${(100 * window.observerShare).toFixed(1)} % of the main thread's time itself, and judged ${window.seconds.toFixed(1)} s.`
    ]
  }
}

/** @param {Finding} finding */
function formatOne (finding) {
  return [
    '',
    `${titleOf(finding)}: ${finding.sentence}`,
    ...finding.evidence.flatMap(formatEvidence),
    ...wrapped('Next:'.padStart(VALUE_WIDTH), adviceOn(finding.name).next)
  ]
}

/** @param {import('../../checkup/records').Evidence} evidence */
function formatEvidence ({ what, value, threshold, unit }) {
  const text = threshold === undefined ? `${what}` : `${what} (threshold ${shown(threshold, unit)})`
  return wrapped(shown(value, unit).padStart(VALUE_WIDTH), text)
}

/**
 * @param {string} head of the first line
 * @param {string} text
 * @returns {string[]} lines for a terminal, the text in a column of its own
 */
function wrapped (head, text) {
  const lines = wrap(text, WIDTH - head.length - GAP)
  return lines.map((line, i) => `${i === 0 ? head : ' '.repeat(head.length)}${' '.repeat(GAP)}${line}`)
}
