#!/usr/bin/env node
'use strict'

const { tooOld } = require('../src/util/node-version')

if (tooOld()) {
  console.error(`hot-path: ${tooOld()}`)
  process.exit(2)
}

try {
  process.cwd()
} catch {
  console.error('hot-path: the working directory no longer exists. Change to another one.')
  process.exit(2)
}

const path = require('path')
const { debuglog, inspect } = require('util')
const { annotation, isOnGitHub } = require('../src/report/annotation')
const { endEverything } = require('../src/util/at-exit')
const { OperationalError, toOperationalError } = require('../src/util/errors')
const { fitted } = require('../src/util/format')
const { printableLines } = require('../src/util/printable')
const { commandsOf, find } = require('../src/cli/commands')
const { NONE, loadConfig } = require('../src/config/config')
const { overview, manual } = require('../src/cli/help')
const { configured, parse } = require('../src/cli/options')
const { sweepKilled } = require('../src/gate/revision')

const INTERRUPTED = 130
const HELD_OPEN_MS = 1000
const ENDED_EARLY = 'hot-path ended without a result. Check hot-path.config.js: it may call process.exit(), or await a promise that never settles.'

// Without a result, the exit status is 2: after an exception, or if the config calls process.exit or never settles.
/** @type {number | null} */
let decided = null
process.exitCode = 2
process.on('exit', function (status) {
  if (status === INTERRUPTED) return
  if (decided === null) console.error(fitted(ENDED_EARLY, process.stderr))
  process.exitCode = decided ?? 2
})
process.on('uncaughtException', function (err) {
  fail(err)
  process.exit()
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, function () {
    endEverything()
    process.exit(INTERRUPTED)
  })
}

// The reader of a pipe may close it early: npx hot-path --help | head -1. The exit status stays what it is.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', function (err) {
    if (/** @type {NodeJS.ErrnoException} */ (err).code !== 'EPIPE') fail(err)
  })
}

main(process.argv.slice(2))
  .then(function (status) {
    decided ??= status // writing the result may have failed
  }, fail)
  .finally(leave)

/** Ends the process soon, although an abandoned load may still be running. */
function leave () {
  setTimeout(() => process.stdout.write('', () => process.exit()), HELD_OPEN_MS).unref()
}

/**
 * Prints a sentence for an error that the user can fix, and the stack trace of any other error.
 *
 * @param {unknown} thrown
 */
function fail (thrown) {
  const err = toOperationalError(thrown)
  const text = printableLines(err instanceof OperationalError ? `hot-path: ${err.message}` : inspect(err))
  console.error(fitted(text, process.stderr))
  if (isOnGitHub()) console.error(annotation('error', text))
  if (err instanceof OperationalError) debuglog('hot-path')('%o', err.cause)
  decided = 2
}

/**
 * @param {string[]} argv
 * @returns {Promise<number>} the exit status
 */
async function main ([name, ...args]) {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const config = await loadConfig().catch(() => NONE) // help works even if the config is broken
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
  sweepKilled(path.resolve('reports')) // left by killed runs
  return command.run(positionals, values)
}
