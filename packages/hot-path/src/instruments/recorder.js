'use strict'

// Runs one profiler around one server, in a separate process and working directory:
//   node recorder.js <file of the instrument> <directory> <arguments that run the server...>
//   node recorder.js <file of the instrument> <directory>     draws what was recorded there
// hot-path holds the other end of this process's standard input. Its first line is the run, as JSON. When the input
// ends, hot-path is gone.

const readline = require('readline')
const { debuglog } = require('util')
const { OperationalError, UNWRITTEN, toOperationalError } = require('../util/errors')
const { endWithParent } = require('../util/end-with-parent')

const [file, directory, ...nodeArguments] = process.argv.slice(2)
// This process is the server's parent (see agent/preload.js). A profiler may add to NODE_OPTIONS, so pass the original.
const { HOT_PATH_RUN = '{}', NODE_OPTIONS: nodeOptions = '' } = process.env
process.env.HOT_PATH_RUN = JSON.stringify({ ...JSON.parse(HOT_PATH_RUN), parent: process.pid, nodeOptions })

endWithParent()
/** @type {import('./instrument').Instrument} */
const { record, draw } = require(file)
const lines = readline.createInterface({ input: process.stdin })
// readline forwards errors of its input.
lines.on('error', () => {})
lines.once('line', function (run) {
  record?.(nodeArguments, directory, JSON.parse(run)).then(() => process.exit(0), failed)
})
if (nodeArguments.length === 0) draw?.(directory).then(() => process.exit(0), failed)

/** @param {unknown} thrown */
function failed (thrown) {
  const err = toOperationalError(thrown)
  console.error(String(err)) // the whole error: NODE_DEBUG=hot-path
  debuglog('hot-path')('%o', err)
  process.exit(err instanceof OperationalError || err instanceof SyntaxError ? UNWRITTEN : 1)
}
