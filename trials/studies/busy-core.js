'use strict'

// A program that occupies one core: simulates CPU contention by other processes.

const { children } = require('hot-path/testing')

// It exits when the study has exited, for whatever reason.
const BURN = 'const { ppid } = process; while (process.ppid === ppid) for (let i = 0; i < 1e7; i++);'

/** @returns {import('child_process').ChildProcess} */
function takeCore () {
  return children.start(process.execPath, ['-e', BURN], { stdio: 'ignore' })
}

module.exports = { takeCore }
