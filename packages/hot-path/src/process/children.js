'use strict'

const { spawn } = require('child_process')

/** @type {Set<import('child_process').ChildProcess>} */
const alive = new Set()

// However hot-path ends, short of kill -9, nothing that it started stays. (After kill -9 the children
// notice that their line to hot-path is cut, and end by themselves.)
process.on('exit', () => alive.forEach(end))

/**
 * Starts a program in a process group of its own: Ctrl-C in the terminal reaches hot-path alone,
 * which then ends the whole group.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {import('child_process').SpawnOptions} options
 */
function start (file, args, options) {
  const child = spawn(file, args, { ...options, detached: process.platform !== 'win32' })
  alive.add(child)
  child.once('exit', function () {
    end(child) // what it started may have outlived it
    alive.delete(child)
  })
  return child
}

/**
 * Ends a child and everything it started, at once.
 *
 * @param {import('child_process').ChildProcess} child
 */
function end (child) {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch (err) {
    // Gone already; macOS says EPERM where everything in the group has ended but is not yet reaped.
    const { code } = /** @type {NodeJS.ErrnoException} */ (err)
    if (code !== 'ESRCH' && code !== 'EPERM') throw err
  }
}

module.exports = { start, end }
