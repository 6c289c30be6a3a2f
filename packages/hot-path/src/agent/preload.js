'use strict'

// Loaded into the subject with `node --require`, so that no server has to know hot-path. What it does is in
// connection.js.

const { isMainThread } = require('worker_threads')

const { env } = process
/** @type {import('../types/agent').GivenRun | null} */
const run = env.HOT_PATH_RUN ? JSON.parse(env.HOT_PATH_RUN) : null
// What the subject starts in its turn is its own affair, even where it inherits `--require`.
delete env.HOT_PATH_RUN

if (isMainThread && run && isSubject(run)) {
  const { cwd, nodeOptions } = run
  // Profilers are started in a folder of their own; the server belongs where the person stands.
  if (cwd) process.chdir(cwd)
  // Nor does what the server starts belong into a profiler: Doctor's samples of both would go into the same file.
  if (nodeOptions) env.NODE_OPTIONS = nodeOptions
  else if (nodeOptions === '') delete env.NODE_OPTIONS
  const isolatedContext = require('./isolated-context')
  const loadIsolated = isolatedContext()
  loadIsolated(require.resolve('./connection'))({ ...run, loadIsolated })
  for (const name of ['./isolated-context', './target-context']) delete require.cache[require.resolve(name)]
}
delete require.cache[__filename]

/**
 * An agent that Node loads before us (`NODE_OPTIONS`) may start a process that inherits all that we were given: it is
 * not the one that hot-path started.
 *
 * @param {{ parent: number }} run
 * @returns {boolean}
 */
function isSubject ({ parent }) {
  if (process.ppid === parent) return true
  try {
    process.kill(parent, 0)
  } catch {
    process.exit() // the process that started it is gone
  }
  return false
}
