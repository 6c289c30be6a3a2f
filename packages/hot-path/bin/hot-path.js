#!/usr/bin/env node
'use strict'

const { tooOld } = require('../src/cli/node-version')

if (tooOld()) {
  console.error(`hot-path: ${tooOld()}`)
  process.exit(2)
}

try {
  process.cwd()
} catch {
  console.error('hot-path: the folder that you stand in is not there any more. Go to another one.')
  process.exit(2)
}

const path = require('path')
const { debuglog } = require('util')
const { OperationalError, toOperationalError } = require('../src/base/operational-error')
const { commandsOf, find } = require('../src/cli/commands')
const { NONE, loadConfig } = require('../src/cli/config')
const { overview, manual } = require('../src/cli/help')
const { configured, parse } = require('../src/cli/options')
const { sweepKilled } = require('../src/cli/revision')

const INTERRUPTED = 130
const HELD_OPEN_MS = 1000

// Leaving is enough to clean up: what hot-path started and what it left half done goes when the process ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => process.exit(INTERRUPTED))
}

// The reader of a pipe may close it early: npx hot-path --help | head -1. The exit status stays what it is.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', function (err) {
    if (/** @type {NodeJS.ErrnoException} */ (err).code !== 'EPIPE') fail(err)
  })
}

main(process.argv.slice(2))
  .then(function (status) {
    process.exitCode ||= status // it may have failed to tell
  }, fail)
  .finally(leave)

/** When all is said, nothing holds a run: a load that was given up lasts for a while. */
function leave () {
  setTimeout(() => process.stdout.write('', () => process.exit()), HELD_OPEN_MS).unref()
}

/**
 * Says what is wrong in a sentence, or, of a mistake of ours, all of it.
 *
 * @param {unknown} thrown
 */
function fail (thrown) {
  const err = toOperationalError(thrown)
  console.error(err instanceof OperationalError ? `hot-path: ${err.message}` : err)
  if (err instanceof OperationalError) debuglog('hot-path')('%o', err.cause)
  process.exitCode = 2
}

/**
 * @param {string[]} argv
 * @returns {Promise<number>} the exit status
 */
async function main ([name, ...args]) {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const config = await loadConfig().catch(() => NONE) // help is for those whose config is broken, too
    console.log(overview(commandsOf(config)))
    return name === undefined ? 2 : 0
  }
  const config = await loadConfig()
  const command = find(name, config)
  const { values, positionals } = parse(command, args, config)
  if (values.help) {
    console.log(manual(configured(command, config)))
    return 0
  }
  sweepKilled(path.resolve('reports')) // of whatever run was killed
  return command.run(positionals, values)
}
