'use strict'

// Loaded into the server under test with `node --require`, so the server needs no change. connection.js connects it
// to hot-path.

const { isMainThread } = require('worker_threads')

const { env } = process
/** @type {import('../types/agent').GivenRun | null} */
const run = env.HOT_PATH_RUN ? JSON.parse(env.HOT_PATH_RUN) : null
// Do not instrument child processes, even with an inherited `--require`.
delete env.HOT_PATH_RUN

if (isMainThread && run && isSubject(run)) {
  const { cwd, nodeOptions } = run
  // Profilers start in a separate directory; run the server in its own working directory.
  if (cwd) process.chdir(cwd)
  // Do not profile child processes: Doctor would write the server's samples and theirs to one file.
  if (nodeOptions) env.NODE_OPTIONS = nodeOptions
  else if (nodeOptions === '') delete env.NODE_OPTIONS
  const isolatedContext = require('./isolated-context')
  const loadIsolated = isolatedContext()
  loadIsolated(require.resolve('./connection'))({ ...run, loadIsolated })
  for (const name of ['./isolated-context', './target-context']) delete require.cache[require.resolve(name)]
}
delete require.cache[__filename]

/**
 * Returns whether hot-path started this process. An agent that Node loads earlier (`NODE_OPTIONS`) may start another
 * process, which inherits the same environment and options.
 *
 * @param {{ parent: number }} run
 * @returns {boolean}
 */
function isSubject ({ parent }) {
  if (process.ppid === parent) return true
  if (hasEnded(parent)) process.exit()
  return false
}

/**
 * @param {number} pid of hot-path
 * @returns {boolean} also if its own parent has not noticed the end yet (a zombie, see proc_pid_stat(5))
 */
function hasEnded (pid) {
  try {
    process.kill(pid, 0)
  } catch {
    return true
  }
  try {
    return /\) Z [^)]*$/.test(require('fs').readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false // there is no /proc
  }
}
