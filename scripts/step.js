'use strict'

const { instruments, titleOf } = require('hot-path/testing')
const { formatLook: format, isUnresponsive, look, printRecord, showPage, withFindings } = require('hot-path/command')
const { agreement } = require('./agreement')

/** @type {import('hot-path').Command} */
module.exports = {
  name: 'step',
  usage: '<1|2|3>',
  summary: 'Run Doctor and the check-up on a step (npm run step:1)',
  options: ['connections', 'duration', 'path', 'no-open', 'json'],
  positionals: [1, 1],
  async run ([name], values) {
    const { doctor } = instruments
    const print = (/** @type {any} */ record) =>
      console.log([...format(doctor, record), '', ...secondOpinion(record), ''].join('\n'))
    const record = await look(withFindings(doctor), name, values, values.json ? {} : { onFinding: print })
    if (values.json) printRecord('step', record)
    else console.log(`Next: npx hot-path flame ${name} shows which function is hot.`)
    await showPage(record.report, values)
    return isUnresponsive([record.load]) ? 3 : 0
  }
}

/** @param {Parameters<typeof agreement>[0]} record */
function secondOpinion (record) {
  return [
    ...record.findings.map(
      (finding, i) => `${i === 0 ? 'The check-up says:' : 'and:'} ${titleOf(finding)}. ${finding.sentence}`
    ),
    agreement(record)
  ]
}
