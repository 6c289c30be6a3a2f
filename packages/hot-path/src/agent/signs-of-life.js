'use strict'

// Part of connection.js and attached.js: runs inside the server under test.

const { performance } = require('perf_hooks')
const { watchRequests } = require('./requests')

const EACH_MS = 1000

/**
 * Sends a heartbeat, at most one per second, while the server answers requests. One event-loop turn may answer many
 * slow requests before it reads a message from hot-path.
 *
 * @param {(sign: { alive: true }) => void} send
 * @returns {() => void} a function that stops the heartbeat
 */
module.exports = function (send) {
  let toldAtMs = performance.now()
  function answered () {
    if (performance.now() - toldAtMs < EACH_MS) return
    toldAtMs = performance.now()
    send({ alive: true })
  }
  return watchRequests({ finished: answered })
}
