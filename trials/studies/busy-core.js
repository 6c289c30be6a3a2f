'use strict'

// A program that takes a core, as a neighbour on the machine does.

const { children } = require('hot-path/testing')

// It ends with the study, however that ends.
const BURN = 'const { ppid } = process; while (process.ppid === ppid) for (let i = 0; i < 1e7; i++);'

/** @returns {import('child_process').ChildProcess} */
function takeCore () {
  return children.start(process.execPath, ['-e', BURN], { stdio: 'ignore' })
}

module.exports = { takeCore }
