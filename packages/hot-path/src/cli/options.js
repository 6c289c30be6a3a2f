'use strict'

const { parseArgs } = require('util')
const { OperationalError } = require('../util/errors')
const { NONE } = require('../config/config')
const { OPTIONS } = require('./option-list')

/** @typedef {import('../types/config').ResolvedConfig} Config */

/**
 * @param {import('./command').Command} command
 * @param {string[]} argv
 * @param {Config} [config]
 * @returns {{ values: Record<string, any>, positionals: string[] }} with defaults filled in; `values.args`: arguments
 *   after `--`, for the server; `values.given`: names of the options on the command line; `values.config`: the config
 * @throws {OperationalError} if the command line is invalid
 */
function parse (command, argv, config = NONE) {
  const [args, forServer] = splitAt(argv, '--')
  if (forServer.length && !command.startsServer) {
    throw new OperationalError(`${command.name} starts no server, so it cannot pass on ${JSON.stringify(forServer[0])}. Leave out "--" and what follows.`)
  }
  const names = [...command.options, 'help']
  const options = Object.fromEntries(
    names.map((name) => [name, { type: OPTIONS[name].type, multiple: OPTIONS[name].multiple ?? false, ...short(name) }])
  )
  const { values, positionals } = tryParse(command, args.map(withValue), options)
  if (!values.help) checkCount(command, positionals)
  const own = configured(command, config)
  return {
    positionals,
    values: {
      ...Object.fromEntries(names.map((name) => [name, read(name, values[name], own)])),
      args: forServer,
      given: Object.keys(values),
      config
    }
  }
}

/**
 * @param {string} word command-line word
 * @returns {string} the word, with the default value appended to an option whose value is optional
 */
function withValue (word) {
  const meant = word.startsWith('--') ? OPTIONS[word.slice(2)]?.withoutValue : undefined
  return meant === undefined ? word : `${word}=${meant}`
}

/**
 * @param {string[]} words
 * @param {string} mark
 * @returns {[string[], string[]]} the words before and after the first mark
 */
function splitAt (words, mark) {
  const at = words.indexOf(mark)
  return at < 0 ? [words, []] : [words.slice(0, at), words.slice(at + 1)]
}

/** @param {string} name */
function short (name) {
  return OPTIONS[name].short ? { short: OPTIONS[name].short } : {}
}

/**
 * @param {import('./command').Command} command
 * @param {string[]} args
 * @param {any} options
 * @returns {{ values: Record<string, any>, positionals: string[] }}
 */
function tryParse (command, args, options) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (err) {
    const [sentence] = /** @type {Error} */ (err).message.split(/\. To specify|\. Did you/)
    throw new OperationalError(`${JSON.stringify(sentence).slice(1, -1)}. See: npx hot-path ${command.name} --help`)
  }
}

/**
 * @param {import('./command').Command} command
 * @param {string[]} positionals
 */
function checkCount ({ name, usage, positionals: [least, most] }, { length }) {
  if (length < least) {
    throw new OperationalError(`${name} needs an argument. Usage: npx hot-path ${name} ${usage}`)
  }
  if (length > most) {
    throw new OperationalError(
      `${name} takes ${most || 'no'} argument${most === 1 ? '' : 's'}, not ${length}. Usage: npx hot-path ${name} ${usage}`
    )
  }
}

/**
 * Returns a command with the defaults of the config, which override its own.
 *
 * @param {import('./command').Command} command
 * @param {Config} config
 * @returns {import('./command').Command}
 * @throws {OperationalError} if a default names an unknown option
 */
function configured (command, { defaults, folder }) {
  const unknown = Object.keys(defaults).find((name) => !Object.hasOwn(OPTIONS, name))
  if (unknown) {
    throw new OperationalError(
      `the config in ${folder} has a default for --${unknown}, but no command has this option. Remove it.`
    )
  }
  const own = Object.entries(defaults).filter(([name]) => command.options.includes(name))
  return {
    ...command,
    defaults: { ...command.defaults, ...Object.fromEntries(own.map(([name, value]) => [name, String(value)])) }
  }
}

/**
 * @param {string} name
 * @param {unknown} given
 * @param {import('./command').Command} command
 */
function read (name, given, command) {
  const { multiple, read, type } = OPTIONS[name]
  const text = given ?? defaultText(name, command)
  if (type === 'boolean' && typeof text === 'string') return text === 'true'
  if (multiple) return text === undefined ? [] : [text].flat().map((one) => read?.(String(one)) ?? one)
  return read && text !== undefined ? read(String(text)) : text
}

/**
 * @param {string} name option name
 * @param {{ defaults?: Record<string, string> }} command
 * @returns {string | undefined} the default value as text
 */
function defaultText (name, { defaults = {} }) {
  return defaults[name] ?? OPTIONS[name].default
}

/**
 * @param {string} name option name
 * @param {unknown} value
 * @returns {string} the option as typed on the command line
 */
function spelled (name, value) {
  return OPTIONS[name].type === 'boolean' ? `--${name}` : `--${name}=${value}`
}

/**
 * @param {string} name option name
 * @param {import('./command').Command} command
 * @returns {any} the parsed default value
 */
function defaultOf (name, command) {
  return read(name, undefined, command)
}

module.exports = { configured, defaultOf, defaultText, parse, spelled }
