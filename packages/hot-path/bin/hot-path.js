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
  console.error('hot-path: the folder that you stand in is not there any more. Go to another one.')
  process.exit(2)
}

const path = require('path')
const { debuglog, inspect } = require('util')
const { endEverything } = require('../src/util/at-exit')
const { OperationalError, toOperationalError } = require('../src/util/errors')
const { printableLines } = require('../src/util/printable')
const { commandsOf, find } = require('../src/cli/commands')
const { NONE, loadConfig } = require('../src/config/config')
const { overview, manual } = require('../src/cli/help')
const { configured, parse } = require('../src/cli/options')
const { sweepKilled } = require('../src/gate/revision')

const INTERRUPTED = 130
const HELD_OPEN_MS = 1000
const ENDED_EARLY = 'hot-path: it ended before it had a result. Does hot-path.config.js end the process, or wait for what never comes?'

// 0 and 1 are results. Whatever else ends the process is an error: an exception, a config that calls process.exit, or
// one that never settles, so that nothing is left to wait for.
/** @type {number | null} */
let decided = null
process.exitCode = 2
process.on('exit', function (status) {
  if (status === INTERRUPTED) return
  if (decided === null) console.error(ENDED_EARLY)
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
    decided ??= status // it may have failed to tell
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
  console.error(printableLines(err instanceof OperationalError ? `hot-path: ${err.message}` : inspect(err)))
  if (err instanceof OperationalError) debuglog('hot-path')('%o', err.cause)
  decided = 2
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
