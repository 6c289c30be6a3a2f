'use strict'

// The check-up of servers whose memory grows, and of servers whose resident set rises for a while only.

const path = require('path')
const { NODE, MEMORY, memoryServers } = require('./judged')
const { placesOf, undisturbed } = require('../undisturbed')

const CONNECTIONS = 50

/** @typedef {import('./judged').MemoryTrial & { seconds: number }} MemoryTrial */

function wanted () {
  return memoryServers().map(({ file }) => ({ server: file }))
}

/** @param {{ server: string }} trial */
async function tried ({ server }) {
  const file = path.join(MEMORY, server)
  const args = ['checkup', file, '--path=/', `--connections=${CONNECTIONS}`, '--json', '--no-open']
  const { findings, seconds } = await undisturbed(NODE, args)
  const [first] = findings
  return { finding: first?.name, sentence: first?.sentence, place: placesOf(findings)[0] ?? null, seconds }
}

module.exports = { tried, wanted }
