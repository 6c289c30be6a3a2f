'use strict'

// Runs one profiler around one subject, in a process and a working directory of its own:
//   node host.js <instrument> <directory> <arguments that run the subject...>
// The harness holds the other end of our standard input. Its first line is the run, as JSON. When it is cut, the harness
// is gone.

const readline = require('readline')
const { debuglog } = require('util')
const { Fault, UNWRITTEN, toFault } = require('../fault')
const instruments = require('.')

const [name, directory, ...nodeArguments] = process.argv.slice(2)

const lines = readline.createInterface({ input: process.stdin })
// readline passes the errors of its input on.
for (const input of [process.stdin, lines]) input.on('error', () => {})
process.stdin.on('close', endEverything)
lines.once('line', function (run) {
  const record = /** @type {import('.').Recorder} */ (instruments[name].record) // only those that have one come here
  record(nodeArguments, directory, JSON.parse(run)).then(() => process.exit(0), failed)
})

/** @param {unknown} thrown */
function failed (thrown) {
  const err = toFault(thrown)
  console.error(String(err)) // all of it: NODE_DEBUG=hot-path
  debuglog('hot-path')('%o', err)
  process.exit(err instanceof Fault || err instanceof SyntaxError ? UNWRITTEN : 1)
}

function endEverything () {
  if (process.platform === 'win32') process.exit(1)
  process.kill(-process.pid, 'SIGKILL')
}
