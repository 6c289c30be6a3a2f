#!/usr/bin/env node
'use strict'

const { Fault } = require('../harness/fault')
const { commands, find } = require('./commands')
const { overview, manual } = require('./help')
const { parse } = require('./options')

const INTERRUPTED = 130

// Leaving is enough to clean up: what the harness started and what it left half done goes when the process ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => process.exit(INTERRUPTED))
}

main(process.argv.slice(2)).then(
  (status) => { process.exitCode = status },
  (err) => {
    console.error(err instanceof Fault ? `hot-path: ${err.message}` : err)
    process.exitCode = 2
  }
)

/**
 * @param {string[]} argv
 * @returns {Promise<number>} the exit status
 */
async function main ([name, ...args]) {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.log(overview(commands))
    return name === undefined ? 2 : 0
  }
  const command = find(name)
  const { values, positionals } = parse(command, args)
  if (values.help) {
    console.log(manual(command))
    return 0
  }
  return command.run(positionals, values)
}
