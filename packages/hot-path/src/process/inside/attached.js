'use strict'

// Loaded by its inspector into a process that runs already (see ../attach.js). It calls back, as preload.js does, loads
// the probes that it is asked for, and leaves the process as it was: when it is told to, and when the other end is
// gone.

const diagnostics = require('diagnostics_channel')
const inspector = require('inspector')
const net = require('net')
const { performance } = require('perf_hooks')
const path = require('path')
const readline = require('readline')

const OWN = path.resolve(__dirname, '../..') + path.sep
const PROBE = /^probe (\w+) (.+)$/

/**
 * @typedef {object} PassingTraffic counters since it was attached to, and what is read of the process beside them
 * @property {number} atMs
 * @property {number} requests HTTP requests answered
 * @property {number} loopIdleMs
 * @property {number} loopActiveMs
 * @property {number} cpuUs
 * @property {number} externalBytes
 */

/**
 * @param {object} line
 * @param {number} line.port of hot-path
 * @param {string} line.token
 * @param {boolean} line.wasClosed whether the inspector has to be closed again
 * @param {string[]} line.loaded files that were loaded before this one
 */
module.exports = function ({ port, token, wasClosed, loaded }) {
  const socket = net.connect({ host: '127.0.0.1', port })
  socket.unref()
  Object.defineProperty(socket, 'isHotPath', { value: true }) // it is none of the server's connections
  const words = readline.createInterface({ input: socket })
  /** @type {Map<string, (word: string) => object>} */
  const probes = new Map()
  const traffic = watchTraffic()
  let hasClosed = !wasClosed
  let hasEnded = false

  send({ token, pid: process.pid })
  send({ started: { processes: 0, threads: 0 } }) // which tells that the line stands
  words.on('line', function (word) {
    if (word === 'close-inspector') closeInspector()
    else if (word === 'detach') detach()
    else answer(reading(word))
  })
  for (const end of [socket, words]) end.on('error', () => {}) // readline passes the errors of its input on
  socket.on('close', detach)

  /**
   * @param {string} word
   * @returns {object | Promise<object>}
   */
  function reading (word) {
    const [, wish, file] = PROBE.exec(word) ?? []
    if (!file) return traffic.read()
    try {
      const read = probes.get(file) ?? require(file)(traffic.read)
      probes.set(file, read)
      return read(wish)
    } catch (err) {
      return { probeFailed: String(err) } // the process goes on
    }
  }

  function detach () {
    if (hasEnded) return
    hasEnded = true
    for (const file of probes.keys()) reading(`probe end ${file}`)
    traffic.end()
    closeInspector()
    words.close()
    socket.destroy()
    forgetOwnFiles(loaded)
  }

  // It waits until nobody is connected to the inspector: whoever opened it is, for a moment.
  function closeInspector () {
    if (hasClosed) return
    hasClosed = true
    inspector.close()
  }

  /** @param {object | Promise<object>} read what looks into other threads takes a while */
  function answer (read) {
    if (read instanceof Promise) read.catch((err) => ({ probeFailed: String(err) })).then(answer)
    else send({ processMetrics: read })
  }

  /** @param {object} message */
  function send (message) {
    socket.write(JSON.stringify(message) + '\n')
  }
}

/** @returns {{ read: () => PassingTraffic, end: () => void }} */
function watchTraffic () {
  let requests = 0
  const note = () => {
    requests++
  }
  diagnostics.subscribe('http.server.response.finish', note)
  return {
    read () {
      const { user, system } = process.cpuUsage()
      const { idle, active } = performance.eventLoopUtilization()
      const { external } = process.memoryUsage()
      return {
        atMs: performance.now(),
        requests,
        loopIdleMs: idle,
        loopActiveMs: active,
        cpuUs: user + system,
        externalBytes: external
      }
    },
    end: () => diagnostics.unsubscribe('http.server.response.finish', note)
  }
}

/** @param {string[]} loaded files that were there before */
function forgetOwnFiles (loaded) {
  for (const file of Object.keys(require.cache)) {
    if (!file.startsWith(OWN) || loaded.includes(file)) continue
    const { parent } = /** @type {any} */ (require.cache[file])
    const index = parent?.children?.findIndex((/** @type {any} */ child) => child.filename === file) ?? -1
    if (index >= 0) parent.children.splice(index, 1)
    delete require.cache[file]
  }
}
