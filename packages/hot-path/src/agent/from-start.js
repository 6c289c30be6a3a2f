'use strict'

// Part of preload.js: runs inside a program that may end by itself, before anybody could ask it anything.

const { writeFileSync } = require('fs')
const subject = require('./target-context')

/** @typedef {import('../types/agent').WatchedFromStart} WatchedFromStart */

// The name under which a debugger finds it, where the event loop hears nothing any more.
const LEAVE = 'hot-path.leave'

/**
 * Begins probes before the first line of the program runs. However it ends, short of being killed, it leaves what they
 * have seen: at its end, a program can only write synchronously, so it goes to a file, and not down the line.
 *
 * @param {{ file: string, probes: WatchedFromStart[] }} wanted `file`: where to leave it
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
