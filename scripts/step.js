'use strict'

const instruments = require('../harness/instruments')
const { examine } = require('./examine')

/** @type {import('./commands').Command} */
module.exports = {
  name: 'step',
  usage: '<1|2|3>',
  summary: 'what npm run step:1 does: Clinic Doctor on that step, under load',
  options: ['connections', 'duration', 'path', 'no-open', 'json'],
  positionals: [1, 1],
  async run ([name], values) {
    await examine(instruments.doctor, name, values, 'step')
    if (!values.json) console.log(`Next: npx hot-path flame ${name} shows which function is hot.`)
    return 0
  }
}
