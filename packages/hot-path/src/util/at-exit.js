'use strict'

// Cleanup before this process exits: started processes and incomplete reports. After `kill -9`, process/guardian.js and
// the next run clean up.

/** @type {Set<() => void>} */
const duties = new Set()
let isListening = false

/**
 * @param {() => void} duty cleanup that runs at process exit or in endEverything(), in reverse order of registration
 * @returns {() => void} a function that unregisters the cleanup
 */
function atExit (duty) {
  if (!isListening) process.on('exit', endEverything)
  isListening = true
  duties.add(duty)
  return () => duties.delete(duty)
}

/** Runs all registered cleanups immediately. bin/hot-path.js calls it on Ctrl-C. */
function endEverything () {
  for (const duty of [...duties].reverse()) {
    duties.delete(duty)
    duty()
  }
}

module.exports = { atExit, endEverything }
