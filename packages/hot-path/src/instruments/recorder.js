'use strict'

// Runs one profiler around one subject, in a process and a working directory of its own:
//   node recorder.js <instrument> <directory> <arguments that run the subject...>
//   node recorder.js <instrument> <directory>     draws what was recorded there
// hot-path holds the other end of our standard input. Its first line is the run, as JSON. When it is cut, hot-path
// is gone.

const readline = require('readline')
const { debuglog } = require('util')
const { OperationalError, UNWRITTEN, toOperationalError } = require('../util/errors')
const { endWithParent } = require('../process/end-with-parent')
const instruments = require('.')

const [name, directory, ...nodeArguments] = process.argv.slice(2)
// Of the server, see inside/preload.js. A profiler may add options of its own.
process.env.HOT_PATH_PARENT = String(process.pid)
process.env.HOT_PATH_NODE_OPTIONS = process.env.NODE_OPTIONS ?? ''

endWithParent()
const { record, draw } = instruments[name]
const lines = readline.createInterface({ input: process.stdin })
// readline passes the errors of its input on.
lines.on('error', () => {})
lines.once('line', function (run) {
  record?.(nodeArguments, directory, JSON.parse(run)).then(() => process.exit(0), failed)
})
if (nodeArguments.length === 0) draw?.(directory).then(() => process.exit(0), failed)

/** @param {unknown} thrown */
function failed (thrown) {
  const err = toOperationalError(thrown)
  console.error(String(err)) // all of it: NODE_DEBUG=hot-path
  debuglog('hot-path')('%o', err)
  process.exit(err instanceof OperationalError || err instanceof SyntaxError ? UNWRITTEN : 1)
}
