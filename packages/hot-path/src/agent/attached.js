'use strict'

// Loaded by its inspector into a process that runs already (see ../attach.js). It calls back, as preload.js does, loads
// the probes that it is asked for, and leaves the process as it was: when it is told to, and when the other end is
// gone.

const inspector = require('inspector')
const net = require('net')
const readline = require('readline')
const watchProcess = require('./metrics')
const { OWN_FILES } = require('../util/own-files')
const probesFor = require('./probe-host')
const tellSignsOfLife = require('./signs-of-life')

const MARK = Symbol.for('hot-path.attached') // see ../attach.js

/**
 * @param {object} line
 * @param {number} line.port of hot-path
 * @param {string} line.token
 * @param {boolean} line.wasClosed whether the inspector has to be closed again
 * @param {string[]} line.loaded files that were loaded before this one
 */
module.exports = function ({ port, token, wasClosed, loaded }) {
  Object.assign(process, { [MARK]: true })
  const socket = net.connect({ host: '127.0.0.1', port })
  socket.unref()
  Object.defineProperty(socket, 'isHotPath', { value: true }) // it is none of the server's connections
  const words = readline.createInterface({ input: socket })
  const metrics = watchProcess()
  const endSigns = tellSignsOfLife(send)
  // A collection is a pause, and somebody else's requests would wait for it.
  const read = (/** @type {{ reset: boolean }} */ { reset }) => metrics.read({ collect: false, reset })
  const probes = probesFor({
    read: () => read({ reset: false }),
    load: (file) => require(file)(read, { gently: true }),
    send
  })
  let hasClosed = !wasClosed
  let hasEnded = false

  send({ token, pid: process.pid, node: process.version })
  send({ started: { processes: 0, threads: 0 } }) // which tells that the line stands
  words.on('line', function (word) {
    if (word === 'close-inspector') closeInspector()
    else if (word === 'detach') detach()
    else if (word === 'alive') send({ alive: true })
    else probes.answer(word)
  })
  for (const end of [socket, words]) end.on('error', () => {}) // readline passes the errors of its input on
  socket.on('close', detach)

  function detach () {
    if (hasEnded) return
    hasEnded = true
    for (const file of probes.files()) probes.ask(`probe end ${file}`)
    metrics.end()
    endSigns()
    closeInspector()
    words.close()
    socket.destroy()
    forgetOwnFiles(loaded)
    Reflect.deleteProperty(process, MARK)
  }

  // It waits until nobody is connected to the inspector: whoever opened it is, for a moment.
  function closeInspector () {
    if (hasClosed) return
    hasClosed = true
    inspector.close()
  }

  /** @param {object} message */
  function send (message) {
    socket.write(JSON.stringify(message) + '\n')
  }
}

/** @param {string[]} loaded files that were there before */
function forgetOwnFiles (loaded) {
  for (const file of Object.keys(require.cache)) {
    if (!file.startsWith(OWN_FILES) || loaded.includes(file)) continue
    const { parent } = /** @type {any} */ (require.cache[file])
    const index = parent?.children?.findIndex((/** @type {any} */ child) => child.filename === file) ?? -1
    if (index >= 0) parent.children.splice(index, 1)
    delete require.cache[file]
  }
}
