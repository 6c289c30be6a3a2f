'use strict'

// Loaded by its inspector into a process that runs already (see ../attach.js). It calls back, as preload.js does, loads
// the probes that it is asked for, and leaves the process as it was: when it is told to, and when the other end is
// gone.

const inspector = require('inspector')
const net = require('net')
const path = require('path')
const readline = require('readline')
const watchProcess = require('./process-metrics')
const tellSignsOfLife = require('./signs-of-life')

const OWN = path.resolve(__dirname, '../..') + path.sep
const PROBE = /^probe (\w+) (.+)$/

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
  const metrics = watchProcess()
  const endSigns = tellSignsOfLife(send)
  // A collection is a pause, and somebody else's requests would wait for it.
  const read = (/** @type {{ reset: boolean }} */ { reset }) => metrics.read({ collect: false, reset })
  let hasClosed = !wasClosed
  let hasEnded = false

  send({ token, pid: process.pid, node: process.version })
  send({ started: { processes: 0, threads: 0 } }) // which tells that the line stands
  words.on('line', function (word) {
    if (word === 'close-inspector') closeInspector()
    else if (word === 'detach') detach()
    else if (word === 'alive') send({ alive: true })
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
    if (!file) return read({ reset: false })
    try {
      const probe = probes.get(file) ?? require(file)(read, { gently: true })
      probes.set(file, probe)
      return probe(wish)
    } catch (err) {
      return { probeFailed: String(err) } // the process goes on
    }
  }

  function detach () {
    if (hasEnded) return
    hasEnded = true
    for (const file of probes.keys()) reading(`probe end ${file}`)
    metrics.end()
    endSigns()
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

  /** @param {object | Promise<object>} seen what looks into other threads takes a while */
  function answer (seen) {
    if (seen instanceof Promise) seen.catch((err) => ({ probeFailed: String(err) })).then(answer)
    else send({ processMetrics: seen })
  }

  /** @param {object} message */
  function send (message) {
    socket.write(JSON.stringify(message) + '\n')
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
