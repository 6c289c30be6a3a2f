'use strict'

// What has to be put away before this process ends, however it ends: what it has started, and half a report. After kill
// -9, process/guardian.js and the next run do it.

/** @type {Set<() => void>} */
const duties = new Set()
let isListening = false

/**
 * @param {() => void} duty is done when this process ends, or when everything is ended; the last one first
 * @returns {() => void} to be called when there is nothing left to do
 */
function atExit (duty) {
  if (!isListening) process.on('exit', endEverything)
  isListening = true
  duties.add(duty)
  return () => duties.delete(duty)
}

/** At once. bin/hot-path.js calls it at Ctrl-C. */
function endEverything () {
  for (const duty of [...duties].reverse()) {
    duties.delete(duty)
    duty()
  }
}

module.exports = { atExit, endEverything }
