'use strict'

// A program that hot-path has started, and all that has come of it: also what it has started in a process group of its
// own, or what outlives the process that started it. All of them inherit a mark in their environment.

const { execFileSync } = require('child_process')
const fs = require('fs')
const { readProc } = require('../base/proc')

const MARK = 'HOT_PATH_FAMILY'
const MOST_LOOKS = 3 // one may have started another between two looks

/** @typedef {{ pid: number, mark: string }} Family `pid`: of the program, which leads a process group */

/**
 * Ends a family at once.
 *
 * @param {Family} family
 */
function endFamily ({ pid, mark }) {
  if (process.platform !== 'win32') kill(-pid)
  else kill(pid)
  for (let look = 0; look < MOST_LOOKS; look++) {
    const others = marked(mark)
    if (others.length === 0) return
    others.forEach(kill)
  }
}

/** @param {number} pid of a process, or of a group with a minus */
function kill (pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (err) {
    // Gone already; macOS says EPERM where everything in the group has ended but is not yet reaped.
    const { code } = /** @type {NodeJS.ErrnoException} */ (err)
    if (code !== 'ESRCH' && code !== 'EPERM') throw err
  }
}

/**
 * @param {string} mark
 * @returns {number[]} processes that have it, as far as the system tells
 */
function marked (mark) {
  const word = `${MARK}=${mark}`
  if (process.platform === 'linux') {
    return pids().filter((pid) => readProc(`${pid}/environ`)?.includes(word))
  }
  if (process.platform === 'win32') return []
  return execFileSync('ps', ['-A', '-E', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: Infinity })
    .split('\n')
    .filter((line) => line.includes(word))
    .map((line) => Number.parseInt(line))
}

/** @returns {number[]} */
function pids () {
  try {
    return fs.readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return [] // there is no /proc
  }
}

module.exports = { MARK, endFamily }
