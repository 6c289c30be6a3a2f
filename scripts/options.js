'use strict'

const { parseArgs } = require('util')
const { findDriver } = require('../harness/drivers')
const { Fault } = require('../harness/fault')

/**
 * Every option of every command: one name, one meaning.
 *
 * @type {Record<string, { type: 'string' | 'boolean', short?: string, value?: string, help: string,
 *   default?: unknown, read?: (text: string) => unknown }>}
 */
const OPTIONS = {
  connections: {
    type: 'string',
    value: 'N',
    help: 'requests under way at the same time',
    default: 100,
    read: wholeNumber('connections', 1, 10_000)
  },
  duration: {
    type: 'string',
    value: 'S',
    help: 'seconds of load',
    default: 10,
    read: wholeNumber('duration', 1, 3600)
  },
  path: {
    type: 'string',
    value: '/x',
    help: "path to request; a step knows its own, another server's is / by default",
    read: urlPath
  },
  port: {
    type: 'string',
    value: 'N',
    help: 'port to use (PORT in the environment does the same)',
    default: process.env.PORT || 3000,
    read: wholeNumber('port', 0, 65535)
  },
  driver: {
    type: 'string',
    value: 'NAME',
    help: 'load generator: autocannon, wrk or rewrk',
    default: 'autocannon',
    read: (name) => findDriver(name).name
  },
  rounds: {
    type: 'string',
    value: 'N',
    help: 'how often each subject is measured, in turns',
    default: 8,
    read: wholeNumber('rounds', 1, 1000)
  },
  baseline: {
    type: 'string',
    value: 'FILE',
    help: 'the version to compare with; git:REV is the candidate\'s file at another revision'
  },
  candidate: { type: 'string', value: 'FILE', help: 'the version to judge' },
  margin: {
    type: 'string',
    value: 'P%',
    help: 'the slowdown that you agree to overlook',
    default: '2%',
    read: share('margin', 50)
  },
  alarm: {
    type: 'string',
    value: 'P%',
    help: 'the slowdown that must not go unnoticed',
    default: '10%',
    read: share('alarm', 100)
  },
  budget: {
    type: 'string',
    value: 'Ns',
    help: 'how long to measure',
    default: '60s',
    read: seconds('budget', 1, 3600)
  },
  lenient: { type: 'boolean', help: 'exit 0, not 3, where nothing could be told' },
  save: { type: 'boolean', help: 'keep the session in results/, where the texts take their numbers from' },
  'no-open': { type: 'boolean', help: 'do not open the report in a browser' },
  json: { type: 'boolean', help: 'print one JSON record on stdout, and nothing else' },
  help: { type: 'boolean', short: 'h', help: 'show this help' }
}

/**
 * @param {import('./commands').Command} command
 * @param {string[]} args
 * @returns {{ values: Record<string, any>, positionals: string[] }} with defaults filled in
 * @throws {Fault} for anything that the command does not understand
 */
function parse (command, args) {
  const names = [...command.options, 'help']
  const options = Object.fromEntries(names.map((name) => [name, { type: OPTIONS[name].type, ...short(name) }]))
  const { values, positionals } = tryParse(command, args, options)
  if (!values.help) checkCount(command, positionals)
  return { positionals, values: Object.fromEntries(names.map((name) => [name, read(name, values[name])])) }
}

/** @param {string} name */
function short (name) {
  return OPTIONS[name].short ? { short: OPTIONS[name].short } : {}
}

/**
 * @param {import('./commands').Command} command
 * @param {string[]} args
 * @param {any} options
 * @returns {{ values: Record<string, any>, positionals: string[] }}
 */
function tryParse (command, args, options) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (err) {
    const [sentence] = /** @type {Error} */ (err).message.split(/\. To specify|\. Did you/)
    throw new Fault(`${sentence}. See: npx hot-path ${command.name} --help`)
  }
}

/**
 * @param {import('./commands').Command} command
 * @param {string[]} positionals
 */
function checkCount ({ name, usage, positionals: [least, most] }, { length }) {
  if (length < least) throw new Fault(`${name} needs to know what to run. Usage: npx hot-path ${name} ${usage}`)
  if (length > most) throw new Fault(`${name} takes ${most || 'no'} argument${most === 1 ? '' : 's'}, not ${length}. Usage: npx hot-path ${name} ${usage}`)
}

/**
 * @param {string} name
 * @param {unknown} given
 */
function read (name, given) {
  const option = OPTIONS[name]
  if (given === undefined) return typeof option.default === 'string' ? option.read?.(option.default) : option.default
  return option.read ? option.read(String(given)) : given
}

/**
 * @param {string} name
 * @param {number} least
 * @param {number} most
 * @returns {(text: string) => number}
 */
function wholeNumber (name, least, most) {
  return function (text) {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= least && number <= most) return number
    throw new Fault(`--${name} takes a whole number from ${least} to ${most}, not ${JSON.stringify(text)}.`)
  }
}

/**
 * @param {string} name
 * @param {number} most percent
 * @returns {(text: string) => number} 0-1
 */
function share (name, most) {
  return function (text) {
    const [, number] = /^(\d+(?:\.\d+)?)%$/.exec(text) ?? []
    if (Number(number) <= most) return Number(number) / 100
    throw new Fault(`--${name} takes a percentage from 0% to ${most}%, such as 2%, not ${JSON.stringify(text)}.`)
  }
}

/**
 * @param {string} name
 * @param {number} least
 * @param {number} most
 * @returns {(text: string) => number}
 */
function seconds (name, least, most) {
  return function (text) {
    const [, number] = /^(\d+)s?$/.exec(text) ?? []
    if (Number(number) >= least && Number(number) <= most) return Number(number)
    throw new Fault(`--${name} takes seconds from ${least}s to ${most}s, such as 60s, not ${JSON.stringify(text)}.`)
  }
}

/** @param {string} text */
function urlPath (text) {
  if (/^\/[\x21-\x7e]*$/.test(text)) return text
  throw new Fault(`--path takes a path that begins with "/" and has no spaces, such as /users?page=2, not ${JSON.stringify(text)}.`)
}

/**
 * @param {string} name of an option
 * @returns {any} what a command gets when nobody gives it
 */
function defaultOf (name) {
  return read(name, undefined)
}

module.exports = { OPTIONS, defaultOf, parse }
