'use strict'

const { OPTIONS } = require('./option-list')
const { defaultText } = require('./options')
const { wrap } = require('../util/format')

const WIDTH = 80
const INDENT = '  '

/**
 * @param {import('./command').Command[]} commands
 * @returns {string} the commands with their summaries
 */
function overview (commands) {
  return [
    'hot-path: find what makes a Node server slow, fix it, prove it, keep it fixed.',
    '',
    'Usage: npx hot-path <command> [subject] [options]',
    '',
    'Commands',
    ...inTwo(
      commands.map(({ name, usage, positionals, summary }) => [positionals[1] ? `${name} ${usage}` : name, summary])
    ),
    '',
    'A subject is the path of a server file or its folder, or a name in',
    'hot-path.config.js.',
    'The options of a command: npx hot-path <command> --help'
  ].join('\n')
}

/**
 * @param {import('./command').Command} command
 * @returns {string}
 */
function manual (command) {
  const { name, usage, summary, options } = command
  return [
    `Usage: npx hot-path ${name} ${usage}`.trim() + ' [options]',
    '',
    summary,
    '',
    'Options',
    ...inTwo([...options, 'help'].map((name) => [spelling(name), describe(name, command)])),
    '',
    'Exit status: 0 success, 1 check failed, 2 usage or environment error,',
    '3 inconclusive, 130 interrupted.'
  ].join('\n')
}

/**
 * @param {string[][]} rows pairs of head and text
 * @returns {string[]} two columns, for a terminal of 80 columns
 */
function inTwo (rows) {
  const first = Math.max(...rows.map(([head]) => head.length))
  const gap = INDENT.length
  return rows.flatMap(([head, text]) =>
    wrap(text, WIDTH - first - 2 * gap).map(
      (line, i) => `${INDENT}${(i === 0 ? head : '').padEnd(first)}${INDENT}${line}`
    )
  )
}

/** @param {string} name */
function spelling (name) {
  const { value, short, withoutValue } = OPTIONS[name]
  return (short ? `-${short}, ` : '') + `--${name}` + (value ? (withoutValue === undefined ? `=${value}` : `[=${value}]`) : '')
}

/**
 * @param {string} name
 * @param {import('./command').Command} command
 */
function describe (name, command) {
  const { help } = OPTIONS[name]
  const byDefault = defaultText(name, command)
  return byDefault === undefined ? help : `${help} (${byDefault})`
}

module.exports = { overview, manual }
