'use strict'

const instruments = require('../../profile/instruments')
const { OperationalError } = require('../../base/operational-error')
const { examine, examineFiles } = require('../examine')
const { examineWithoutLoad } = require('../without-load')
const { isUnresponsive } = require('../unresponsive')
const { OF_REQUESTS } = require('../option-list')

/**
 * @param {string} name of an instrument
 * @returns {import('.').Command}
 */
function commandOf (name) {
  const instrument = instruments[name]
  return {
    name: instrument.name,
    usage: '<subject>',
    summary: instrument.summary,
    options: [
      'connections',
      'duration',
      ...OF_REQUESTS,
      'port',
      ...(instrument.withoutLoad ? ['no-load'] : []),
      ...(instrument.options ?? []),
      'no-open',
      'json'
    ],
    startsServer: true,
    positionals: [instrument.raw ? 0 : 1, 1],
    async run ([subject], values) {
      if (values['no-load']) return examineWithoutLoad(instrument, subject, values)
      if (values.from?.length > 0) return examineFiles(instrument, subject, values)
      if (subject === undefined) throw new OperationalError(`${instrument.name} needs to know what to run, or --from=FILE to read. See: npx hot-path ${instrument.name} --help`)
      const { load, othersInside, threads, findings: [weightiest] = [] } = await examine(instrument, subject, values)
      const isPart = isUnjudged(othersInside) && !threads
      return isUnresponsive([load]) || weightiest?.name === 'not-enough-data' || isPart ? 3 : 0
    }
  }
}

/**
 * @param {import('../../records').OthersInside | null} others
 * @returns {boolean} whether what was looked into is not the server, but one of its processes
 */
function isUnjudged (others) {
  return others?.name === 'several-processes' && others.spoils.length > 0
}

module.exports = { commandOf }
