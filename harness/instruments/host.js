'use strict'

// Runs one profiler around one subject, in a process and a working directory of its own:
//   node host.js <instrument> <directory> <run as JSON> <arguments that run the subject...>
// The harness holds the other end of our standard input. When that is cut, the harness is gone.

const { debuglog } = require('util')
const { Fault, UNWRITTEN, toFault } = require('../fault')
const instruments = require('.')

const [name, directory, run, ...nodeArguments] = process.argv.slice(2)

process.stdin.on('error', () => {})
process.stdin.on('close', endEverything).resume()

const record = /** @type {import('.').Recorder} */ (instruments[name].record) // only those that have one come here
record(nodeArguments, directory, JSON.parse(run)).then(
  () => process.exit(0),
  function (thrown) {
    const err = toFault(thrown)
    console.error(String(err)) // all of it: NODE_DEBUG=hot-path
    debuglog('hot-path')('%o', err)
    process.exit(err instanceof Fault || err instanceof SyntaxError ? UNWRITTEN : 1)
  }
)

function endEverything () {
  if (process.platform === 'win32') process.exit(1)
  process.kill(-process.pid, 'SIGKILL')
}
