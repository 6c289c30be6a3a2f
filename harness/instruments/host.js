'use strict'

// Runs one profiler around one subject, in a process and a working directory of its own:
//   node host.js <instrument> <directory> <workload as JSON> <arguments that run the subject...>
// The harness holds the other end of our standard input. When that is cut, the harness is gone.

const instruments = require('.')

const [name, directory, workload, ...nodeArguments] = process.argv.slice(2)

process.stdin.on('error', () => {})
process.stdin.on('close', endEverything).resume()

instruments[name].record(nodeArguments, directory, JSON.parse(workload)).then(
  () => process.exit(0),
  function (err) {
    console.error(err)
    process.exit(1)
  }
)

function endEverything () {
  if (process.platform === 'win32') process.exit(1)
  process.kill(-process.pid, 'SIGKILL')
}
