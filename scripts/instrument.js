'use strict'

const instruments = require('../harness/instruments')
const { examine } = require('./examine')
const { isMute } = require('./mute')

/**
 * One command for each instrument.
 *
 * @type {import('./commands').Command[]}
 */
module.exports = Object.values(instruments).map((instrument) => ({
  name: instrument.name,
  usage: '<subject>',
  summary: instrument.summary,
  options: ['connections', 'duration', 'path', 'port', 'no-open', 'json'],
  startsServer: true,
  positionals: [1, 1],
  async run ([name], values) {
    const { load, findings: [weightiest] = [] } = await examine(instrument, name, values)
    return isMute([load]) || weightiest?.name === 'not-enough-data' ? 3 : 0
  }
}))
