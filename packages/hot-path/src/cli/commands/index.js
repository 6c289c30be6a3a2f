'use strict'

const path = require('path')
const { OperationalError } = require('../../util/errors')
const instruments = require('../../instruments')
const { NONE } = require('../../config/config')

/** @typedef {import('../command').Command} Command */

/** @typedef {import('../../types/config').ResolvedConfig} Config */

/**
 * By name, in the order of the help. A run loads one of them.
 *
 * @type {Record<string, () => Command>}
 */
const COMMANDS = {
  ...Object.fromEntries(Object.keys(instruments).map((name) => [name, () => require('./inspect').commandOf(name)])),
  attach: () => require('./attach'),
  compare: () => require('./compare'),
  claims: () => require('./claims'),
  gate: () => require('./gate'),
  init: () => require('./init'),
  ready: () => require('./ready')
}

/**
 * @param {Config} config which may bring commands of its own
 * @returns {Command[]}
 * @throws {OperationalError} when one of its files cannot be loaded
 */
function commandsOf (config) {
  return [...Object.keys(config.commands), ...Object.keys(COMMANDS)].map((name) => find(name, config))
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
  if (Object.hasOwn(COMMANDS, name)) return COMMANDS[name]()
  const { commands, folder } = config
  if (Object.hasOwn(commands, name)) return ownCommand(path.resolve(folder, commands[name]))
  throw new OperationalError(`there is no command ${JSON.stringify(name)}. See: npx hot-path --help`)
}

module.exports = { commandsOf, find }
