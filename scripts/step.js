'use strict'

const { instruments, titleOf } = require('hot-path/testing')
const {
  formatDisturbance, formatLook: format, isUnresponsive, look, printRecord, showPage
} = require('hot-path/command')
const { agreement } = require('./agreement')

// Share of Doctor's duration: Doctor needs ten seconds (docs/profiling.md), the check-up needs less here.
const CHECKUP_SHARE = 0.5

/** @type {import('hot-path').Command} */
module.exports = {
  name: 'step',
  usage: '<1|2|3>',
  summary: 'Run Doctor and the check-up on a step (npm run step:1)',
  options: ['connections', 'duration', 'path', 'no-open', 'json'],
  positionals: [1, 1],
  async run ([name], values) {
    const print = (/** @type {any} */ record) => console.log([...format(instruments.doctor, record), ''].join('\n'))
    const doctor = await look(instruments.doctor, name, values, values.json ? {} : { onFinding: print })
    // Without source locations: finding them is the task of the next chapters.
    const checkup = await look(instruments.checkup, name, {
      ...values,
      duration: CHECKUP_SHARE * values.duration,
      'no-places': true
    })
    const status = isUnresponsive([doctor.load]) ? 3 : 0
    if (values.json) printRecord('step', { ...doctor, checkup })
    else {
      console.log(secondOpinion(doctor, checkup))
      console.log(`Next: npx hot-path flame ${name} shows which function is hot.`)
    }
    await showPage(doctor.report, values)
    return status
  }
}

/**
 * @param {any} doctor record
 * @param {any} checkup record
 */
function secondOpinion (doctor, checkup) {
  /** @type {import('hot-path').Finding[]} */
  const findings = checkup.findings
  return [
    ...formatDisturbance(checkup),
    ...findings.map(
      (finding, i) => `${i === 0 ? 'The check-up says:' : 'and:'} ${titleOf(finding)}. ${finding.sentence}`
    ),
    agreement(doctor, checkup),
    ''
  ].join('\n')
}
