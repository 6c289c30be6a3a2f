'use strict'

// Loaded through the inspector into a running process (see send.js), outside of `require.cache`. It connects back, as
// preload.js does, and loads the requested probes. It restores the process on request, or when the control channel
// closes.

const inspector = require('inspector')
const net = require('net')
const readline = require('readline')
const watchProcess = require('./metrics')
const probesFor = require('./probe-host')
const { endHttp2, watchOpenHttp2 } = require('./requests')
const tellSignsOfLife = require('./signs-of-life')

const MARK = Symbol.for('hot-path.attached') // see ../process/attach.js

/**
 * @param {object} line control channel
 * @param {number} line.port port on which hot-path listens
 * @param {string} line.token
 * @param {boolean} line.wasClosed whether the inspector was closed before, and has to be closed again
 */
module.exports = function ({ port, token, wasClosed }) {
  Object.assign(process, { [MARK]: true })
  const socket = net.connect({ host: '127.0.0.1', port })
  socket.unref()
  Object.defineProperty(socket, 'isHotPath', { value: true }) // this socket belongs to hot-path, not to the server
  const words = readline.createInterface({ input: socket })
  watchOpenHttp2()
  const metrics = watchProcess()
  const endSigns = tellSignsOfLife(send)
  // Do not collect garbage: the pause would delay other clients' requests.
  const read = (/** @type {{ reset: boolean }} */ { reset }) => metrics.read({ collect: false, reset })
  const probes = probesFor({
    read: () => read({ reset: false }),
    load: (file) => require(file)(read, { gently: true }),
    send
  })
  let hasClosed = !wasClosed
  let hasEnded = false

  send({ token, pid: process.pid, node: process.version })
  send({ started: { processes: 0, threads: 0 } }) // signals that the control channel is ready
  words.on('line', function (word) {
    if (word === 'close-inspector') closeInspector()
    else if (word === 'detach') detach()
    else if (word === 'alive') send({ alive: true })
    else probes.answer(word)
  })
  for (const end of [socket, words]) end.on('error', () => {}) // readline re-emits errors of its input
  socket.on('close', detach)

  function detach () {
    if (hasEnded) return
    hasEnded = true
    for (const file of probes.files()) probes.ask(`probe end ${file}`)
    metrics.end()
    endSigns()
    endHttp2()
    closeInspector()
    words.close()
    socket.destroy()
    Reflect.deleteProperty(process, MARK)
  }

  // `inspector.close()` blocks until all clients have left; the one that opened it is still connected briefly.
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
