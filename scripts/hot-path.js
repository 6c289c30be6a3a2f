#!/usr/bin/env node
'use strict'

const { Fault, toFault } = require('../harness/fault')
const { commands, find } = require('./commands')
const { overview, manual } = require('./help')
const { parse } = require('./options')

const INTERRUPTED = 130

// Leaving is enough to clean up: what the harness started and what it left half done goes when the process ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => process.exit(INTERRUPTED))
}

// Whoever reads us may have seen enough: npx hot-path --help | head -1
process.stdout.on('error', (err) => {
  if (/** @type {NodeJS.ErrnoException} */ (err).code !== 'EPIPE') throw err
  process.exit(0)
})

main(process.argv.slice(2)).then(
  (status) => { process.exitCode = status },
  (thrown) => {
    const err = toFault(thrown)
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
