'use strict'

// Part of connection.js and of attached.js: runs inside the subject.

const diagnostics = require('diagnostics_channel')
const { performance } = require('perf_hooks')

const FINISHED = 'http.server.response.finish'
const EACH_MS = 1000

/**
 * Tells that the subject is alive as long as it answers requests: a single turn of its loop may answer many of them,
 * each of which takes long, before it hears a word of ours.
 *
 * @param {(sign: { alive: true }) => void} send
 * @returns {() => void} ends it
 */
module.exports = function (send) {
  let toldAtMs = performance.now()
  function answered () {
    if (performance.now() - toldAtMs < EACH_MS) return
    toldAtMs = performance.now()
    send({ alive: true })
  }
  diagnostics.subscribe(FINISHED, answered)
  return () => diagnostics.unsubscribe(FINISHED, answered)
}
