'use strict'

const instruments = require('../harness/instruments')
const { agree } = require('./agreement')
const { look, showReport, tell } = require('./examine')
const { isMute } = require('./mute')
const { printRecord } = require('./record')

/** @type {import('./commands').Command} */
module.exports = {
  name: 'step',
  usage: '<1|2|3>',
  summary: 'what npm run step:1 does: Doctor on that step, and the check-up',
  options: ['connections', 'duration', 'path', 'no-open', 'json'],
  positionals: [1, 1],
  async run ([name], values) {
    const doctor = await look(instruments.doctor, name, values)
    if (!values.json) console.log(tell(instruments.doctor, doctor) + '\n')
    const checkup = await look(instruments.checkup, name, values)
    const status = isMute([doctor.load]) ? 3 : 0
    if (values.json) {
      printRecord('step', { ...doctor, checkup })
      return status
    }
    console.log(secondOpinion(doctor, checkup))
    console.log(`Next: npx hot-path flame ${name} shows which function is hot.`)
    await showReport(doctor, values)
    return status
  }
}

/**
 * @param {any} doctor record
 * @param {any} checkup record
 */
function secondOpinion ({ issue }, { subject, findings }) {
  return [
    ...findings.map((/** @type {import('../harness/checkup/records').Finding} */ { name, sentence }, /** @type {number} */ i) =>
      `${i === 0 ? 'The check-up says:' : 'and:'} ${name}. ${sentence}`),
    agree(issue, findings[0].name) ? 'They agree.' : `They do not agree (docs/checkup.md tells why): trust the evidence, in reports/${subject}/checkup.html.`,
    ''
  ].join('\n')
}
