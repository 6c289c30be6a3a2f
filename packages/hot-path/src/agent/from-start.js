'use strict'

// Part of preload.js: runs inside a program, which may exit before hot-path can send a request.

const { writeFileSync } = require('fs')
const subject = require('./target-context')

/** @typedef {import('../types/agent').WatchedFromStart} WatchedFromStart */

// Symbol under which an inspector session finds the `leave` function if the event loop is blocked.
const LEAVE = 'hot-path.leave'

/**
 * Starts probes before the program's first line, and saves their readings at exit, unless the program is killed. An
 * exiting program can only write synchronously, so the readings go to a file and not over the control channel.
 *
 * @param {{ file: string, probes: WatchedFromStart[] }} wanted `file`: path of the readings file
 * @param {(file: string, word: string) => any} probed reads a probe
 * @param {() => import('../types/pipeline').ProcessMetrics} processMetrics
 */
function watchFromStart ({ file, probes }, probed, processMetrics) {
  const began = processMetrics()
  const first = Object.fromEntries(probes.map(({ file, first }) => [file, probed(file, first)]))
  let hasLeft = false
  function leave () {
    if (hasLeft) return
    hasLeft = true
    const ended = processMetrics()
    const readings = Object.fromEntries(probes.map(({ file, last }) => [file, probed(file, last)]))
    writeFileSync(file, JSON.stringify({ began, ended, first, readings }))
  }
  process.on('exit', leave)
  Object.defineProperty(subject.globalThis.process, Symbol.for(LEAVE), { value: leave })
}

module.exports = { LEAVE, watchFromStart }
