'use strict'

// Each option of each command with small, odd, large and absurd values: accepted, or rejected with a one-line error.

const fc = require('fast-check')
const t = require('tap')
const { commandsOf } = require('../../../src/cli/commands')
const { NONE } = require('../../../src/config/config')
const { OPTIONS } = require('../../../src/cli/option-list')
const { parse } = require('../../../src/cli/options')

const VALUES = [
  '0', '1', '0.1', '1.7', '7', '13.37', '65535', '65536', '1e3', '1e9', '-1', 'NaN', 'Infinity', '0x10', '', ' ', '%', '7%', '99%',
  '7s', '-7s', '/', '//', '/a b', '/käse', '/\0', 'GET', 'get', 'a: b', ':', 'a:', '@', '@/', '@/nowhere', 'git:', 'git:--help',
  '{}', '[]', '__proto__', 'constructor', '\ud800', '\u202e', '-', '--', "it's", '9'.repeat(400), 'x'.repeat(100_000)
]

/** @returns {string | null} the defect of a rejection; null if the arguments are accepted or rejected properly */
function complaintAbout (command, args) {
  try {
    parse(command, args, NONE)
    return null
  } catch (err) {
    if (err.name !== 'OperationalError') return `${err.stack}`
    return /^[^\n]*$/.test(err.message) ? null : `several lines: ${err.message}`
  }
}

for (const command of commandsOf(NONE)) {
  t.test(command.name, async function (t) {
    const taking = command.options.filter((name) => OPTIONS[name].type === 'string')
    for (const name of taking) {
      for (const value of VALUES) {
        const wrong = complaintAbout(command, [`--${name}=${value}`])
        if (wrong) t.fail(`--${name}=${value.slice(0, 20)}: ${wrong}`)
      }
      t.pass(name)
    }
    const words = fc.array(fc.oneof(fc.string(), fc.constantFrom(...command.options.map((name) => `--${name}`), '--', '-h', '--help=1', '--no-')), { maxLength: 4 })
    fc.assert(fc.property(words, (args) => complaintAbout(command, args) === null))
  })
}
