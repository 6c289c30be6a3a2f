'use strict'

const path = require('path')
const { OperationalError } = require('../../util/errors')
const instruments = require('../../instruments')
const { NONE } = require('../../config/config')

/** @typedef {import('../command').Command} Command */

/** @typedef {import('../../types/config').ResolvedConfig} Config */

/**
 * Commands by name, in the order of the help. A run loads only the one that it needs.
 *
 * @type {Record<string, () => Command>}
 */
const COMMANDS = {
  ...Object.fromEntries(Object.keys(instruments).map((name) => [name, () => require('./inspect').commandOf(name)])),
  attach: () => require('./attach'),
  load: () => require('./load'),
  compare: () => require('./compare'),
  claims: () => require('./claims'),
  gate: () => require('./gate'),
  watch: () => require('./watch'),
  init: () => require('./init'),
  ready: () => require('./ready')
}

/**
 * @param {Config} config the config, which may define additional commands
 * @returns {Command[]}
 * @throws {OperationalError} if the file of such a command cannot be loaded
 */
function commandsOf (config) {
  return [...Object.keys(config.commands), ...Object.keys(COMMANDS)].map((name) => find(name, config))
}

/**
 * @param {string} file absolute path
 * @returns {Command}
 */
function ownCommand (file) {
  try {
    return require(file)
  } catch (err) {
    throw new OperationalError(
      `hot-path.config.js names the command ${file}, which cannot be loaded. ${/** @type {Error} */ (err).message.split('\n')[0]}`,
      { cause: err }
    )
  }
}

/**
 * @param {string} name
 * @param {Config} [config]
 * @returns {Command}
 * @throws {OperationalError} if there is no such command
 */
function find (name, config = NONE) {
  if (Object.hasOwn(COMMANDS, name)) return COMMANDS[name]()
  const { commands, folder } = config
  if (Object.hasOwn(commands, name)) return ownCommand(path.resolve(folder, commands[name]))
  throw new OperationalError(`there is no command ${JSON.stringify(name)}. See: npx hot-path --help`)
}

module.exports = { commandsOf, find }
