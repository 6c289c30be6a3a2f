'use strict'

// Loaded into the subject with `node --require`, so that no server has to know hot-path. What it does is in
// connection.js.

const { isMainThread } = require('worker_threads')

// What the subject starts in its turn is its own affair, even where it inherits `--require`.
const { env } = process
const {
  HOT_PATH_ANY_PORT: anyPort,
  HOT_PATH_CHANNEL: channel,
  HOT_PATH_CWD: cwd,
  HOT_PATH_FROM_START: fromStart,
  HOT_PATH_GIVEN_PORT: given,
  HOT_PATH_NODE_OPTIONS: nodeOptions,
  HOT_PATH_PARENT: parent,
  HOT_PATH_PROCESS_METRICS: metrics
} = env
const GIVEN = ['ANY_PORT', 'CHANNEL', 'CWD', 'FROM_START', 'GIVEN_PORT', 'NODE_OPTIONS', 'PARENT', 'PROCESS_METRICS']
for (const name of GIVEN) delete env[`HOT_PATH_${name}`]

if (isMainThread && channel && isSubject()) {
  // Profilers are started in a folder of their own; the server belongs where the person stands.
  if (cwd) process.chdir(cwd)
  // Nor does what the server starts belong into a profiler: Doctor's samples of both would go into the same file.
  if (nodeOptions) env.NODE_OPTIONS = nodeOptions
  else if (nodeOptions === '') delete env.NODE_OPTIONS
  const [port, token] = channel.split(':')
  const isolatedContext = require('./isolated-context')
  const loadIsolated = isolatedContext()
  loadIsolated(require.resolve('./connection'))({
    port: Number(port),
    token,
    anyPort: anyPort !== undefined,
    givenPort: Number(given ?? 0),
    hasMetrics: metrics !== undefined,
    fromStart: fromStart ? JSON.parse(fromStart) : null,
    loadIsolated
  })
  for (const name of ['./isolated-context', './target-context']) delete require.cache[require.resolve(name)]
}
delete require.cache[__filename]

/**
 * An agent that Node loads before us (`NODE_OPTIONS`) may start a process that inherits all that we were given: it is
 * not the one that hot-path started.
 *
 * @returns {boolean}
 */
function isSubject () {
  if (process.ppid === Number(parent)) return true
  try {
    process.kill(Number(parent), 0)
  } catch {
    process.exit() // the process that started it is gone
  }
  return false
}
