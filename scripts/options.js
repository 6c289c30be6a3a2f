'use strict'

const { parseArgs } = require('util')
const { findDriver } = require('../harness/drivers')
const { Fault } = require('../harness/fault')
const { goal, number, seconds, share, urlPath, wholeNumber } = require('./readers')

// PORT in the environment does the same as --port.
const USUAL_PORT = process.env.PORT || '3000'

/**
 * Every option of every command: one name, one meaning.
 *
 * @type {Record<string, { type: 'string' | 'boolean', short?: string, value?: string, help: string,
 *   default?: string, read?: (text: string) => unknown }>}
 */
const OPTIONS = {
  connections: {
    type: 'string',
    value: 'N',
    help: 'requests under way at the same time',
    default: '100',
    read: wholeNumber('connections', 1, 10_000)
  },
  duration: {
    type: 'string',
    value: 'S',
    help: 'seconds of load',
    default: '10',
    read: number('duration', 0.1, 3600)
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
    help: 'port to use; of a server that opens several, the one to put under load',
    read: wholeNumber('port', 0, 65535)
  },
  driver: {
    type: 'string',
    value: 'NAME',
    help: 'load generator: autocannon, wrk, rewrk, or any: the thriftiest that is installed',
    default: 'autocannon',
    read: (name) => findDriver(name).name
  },
  rate: {
    type: 'string',
    value: 'N',
    help: 'requests per second of a load that does not wait for answers',
    default: '2000',
    read: number('rate', 1, 100_000)
  },
  rounds: {
    type: 'string',
    value: 'N',
    help: 'how often each subject is measured, in turns',
    default: '8',
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
  goal: {
    type: 'string',
    value: 'GOAL',
    help: 'which subject meets it first: 4000 (requests per second) or 10x (the first one)',
    read: goal
  },
  'over-budget': {
    type: 'string',
    value: 'P%',
    help: 'the servers cost that much too much: which subject saves it?',
    read: share('over-budget', 10_000)
  },
  timeline: {
    type: 'string',
    value: 'S',
    help: 'follow each subject through one more load of S seconds, for the pictures over time; 0 for none',
    default: '4',
    read: number('timeline', 0, 3600)
  },
  flame: { type: 'boolean', help: 'then run Clinic Flame on each subject, to see what is hot side by side' },
  from: { type: 'string', value: 'FILE', help: 'draw this session again (reports/compare/index.json), and measure nothing' },
  lenient: { type: 'boolean', help: 'exit 0, not 3, where nothing could be told' },
  save: { type: 'boolean', help: 'keep the session in results/, where the texts take their numbers from' },
  'no-open': { type: 'boolean', help: 'do not open the report in a browser' },
  json: { type: 'boolean', help: 'print one JSON record on stdout, and nothing else' },
  help: { type: 'boolean', short: 'h', help: 'show this help' }
}

/**
 * @param {import('./commands').Command} command
 * @param {string[]} argv
 * @returns {{ values: Record<string, any>, positionals: string[] }} with defaults filled in; what stands behind `--` is
 *   for the server, as `values.args`
 * @throws {Fault} for anything that the command does not understand
 */
function parse (command, argv) {
  const [args, forServer] = splitAt(argv, '--')
  if (forServer.length && !command.startsServer) throw new Fault(`${command.name} has no server to give "${forServer[0]}" to.`)
  const names = [...command.options, 'help']
  const options = Object.fromEntries(names.map((name) => [name, { type: OPTIONS[name].type, ...short(name) }]))
  const { values, positionals } = tryParse(command, args, options)
  if (!values.help) checkCount(command, positionals)
  return { positionals, values: { ...Object.fromEntries(names.map((name) => [name, read(name, values[name], command)])), args: forServer } }
}

/**
 * @param {string[]} words
 * @param {string} mark
 * @returns {[string[], string[]]} what stands before the first mark, and what stands behind it
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
 * @param {import('./commands').Command} command
 */
function read (name, given, command) {
  const { read } = OPTIONS[name]
  const text = given ?? defaultText(name, command)
  return read && text !== undefined ? read(String(text)) : text
}

/**
 * @param {string} name of an option
 * @param {{ defaults?: Record<string, string> }} command
 * @returns {string | undefined} what counts as given when nobody gives it
 */
function defaultText (name, { defaults = {} }) {
  return defaults[name] ?? OPTIONS[name].default
}

/**
 * @param {string} name of an option
 * @param {unknown} value
 * @returns {string} as a person types it
 */
function spelled (name, value) {
  return OPTIONS[name].type === 'boolean' ? `--${name}` : `--${name}=${value}`
}

/**
 * @param {string} name of an option
 * @param {import('./commands').Command} command
 * @returns {any} what the command gets when nobody gives it
 */
function defaultOf (name, command) {
  return read(name, undefined, command)
}

module.exports = { OPTIONS, USUAL_PORT, defaultOf, defaultText, parse, spelled }
