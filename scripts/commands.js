'use strict'

const { Fault } = require('../harness/fault')

/**
 * @typedef {object} Command
 * @property {string} name
 * @property {string} usage its arguments, for the help
 * @property {string} summary one line
 * @property {string[]} options names from option-list.js; `--help` is always there
 * @property {Record<string, string>} [defaults] where they are not those of option-list.js
 * @property {[number, number]} positionals the least and the most that it takes
 * @property {boolean} [startsServer] whether it passes on what stands behind `--`
 * @property {(positionals: string[], values: Record<string, any>) => Promise<number>} run gives the exit status
 */

/** @type {Command[]} */
const commands = [
  require('./step'),
  require('./serve'),
  require('./load'),
  ...require('./instrument'),
  require('./compare'),
  require('./trace-warnings'),
  require('./threshold'),
  require('./claims'),
  require('./gate'),
  require('./lab-yes'),
  require('./lab-frameworks'),
  require('./init'),
  require('./ready')
]

/**
 * @param {string} name
 * @returns {Command}
 * @throws {Fault}
 */
function find (name) {
  const command = commands.find((command) => command.name === name)
  if (!command) throw new Fault(`there is no command ${JSON.stringify(name)}. See: npx hot-path --help`)
  return command
}

module.exports = { commands, find }
