'use strict'

const fs = require('fs')
const path = require('path')
const { adviceOn } = require('../checkup/advice')
const { findingsOf } = require('../checkup/findings')
const { toStretch } = require('../checkup/stretch')
const { watch } = require('../checkup/watch')
const { rounded } = require('../report/numbers')
const { wrap } = require('../report/wrap')
const { autocannonCommand, serverCommand } = require('./command')

/** @typedef {import('../checkup/records').Finding} Finding */

const FILE = 'examination.json'
const VALUE_WIDTH = 10
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

  async read (directory, subject) {
    const examination = JSON.parse(fs.readFileSync(path.join(directory, FILE), 'utf8'))
    const { page } = require('../checkup/page') // draws with a large library: not with every command
    const stretch = toStretch(examination)
    const findings = findingsOf(stretch)
    fs.writeFileSync(path.join(directory, 'report.html'), page({ subject, examination, stretch, findings }))
    return { findings, stretch }
  },

  tell ({ findings, stretch }) {
    return [
      `The check-up says: ${findings.map((/** @type {Finding} */ { name }) => name).join(', then ')}`,
      ...findings.flatMap(tellOne),
      '',
      `It took ${(100 * stretch.observerShare).toFixed(1)} % of the main thread's time itself, and judged ${stretch.seconds.toFixed(1)} s.`
    ]
  }
}

/** @param {Finding} finding */
function tellOne ({ name, sentence, evidence }) {
  return [
    '',
    `${name}: ${sentence}`,
    ...evidence.flatMap(({ what, value, limit }) => wrapped(rounded(value).padStart(VALUE_WIDTH), what + (limit === undefined ? '' : ` (limit ${rounded(limit)})`))),
    ...wrapped('Next:'.padStart(VALUE_WIDTH), adviceOn(name).next)
  ]
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
