'use strict'

const path = require('path')
const { OperationalError } = require('../../base/operational-error')
const { NONE } = require('../config')

/** @typedef {import('../config-file').ResolvedConfig} Config */

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
  require('./serve'),
  require('./load'),
  ...require('./instruments'),
  require('./attach'),
  require('./compare'),
  require('./trace-warnings'),
  require('./threshold'),
  require('./claims'),
  require('./gate'),
  require('./init'),
  require('./ready')
]

/**
 * @param {Config} config which may bring commands of its own
 * @returns {Command[]}
 * @throws {OperationalError} when one of its files cannot be loaded
 */
function commandsOf (config) {
  return [...config.commands.map((file) => ownCommand(path.resolve(config.folder, file))), ...commands]
}

/**
 * @param {string} file absolute
 * @returns {Command}
 */
function ownCommand (file) {
  try {
    return require(file)
  } catch (err) {
    throw new OperationalError(
      `the command ${file} of the config cannot be loaded. ${/** @type {Error} */ (err).message.split('\n')[0]}`,
      { cause: err }
    )
  }
}

/**
 * @param {string} name
 * @param {Config} [config]
 * @returns {Command}
 * @throws {OperationalError} when there is no such command
 */
function find (name, config = NONE) {
  const command = commandsOf(config).find((command) => command.name === name)
  if (!command) throw new OperationalError(`there is no command ${JSON.stringify(name)}. See: npx hot-path --help`)
  return command
}

module.exports = { commandsOf, find }
