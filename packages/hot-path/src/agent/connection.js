'use strict'

// Part of preload.js, in a realm of its own (see isolated-context.js). It tells hot-path where the subject listens,
// reads its process metrics when asked, and ends the subject when the process at the other end says so, or is gone.

const net = require('net')
const probesFor = require('./probe-host')

// See Channel.send.
const READINGS = ['processMetrics', 'reset', 'collect']

/**
 * @param {import('../types/agent').GivenRun & { loadIsolated: (file: string) => any }} given
 */
module.exports = function ({ port, token, anyPort, givenPort, hasMetrics, fromStart, loadIsolated }) {
  const socket = withOwnMethods(net.connect({ host: '127.0.0.1', port }))
  socket.unref()
  Object.defineProperty(socket, 'isHotPath', { value: true }) // it is none of the server's connections
  send({ token, pid: process.pid, node: process.version })
  require('./ports')(send, { anyPort, given: givenPort })
  require('./started').countStarted((/** @type {object} */ started) => send({ started }))
  const processMetrics = hasMetrics ? require('./metrics')().read : null
  const probes = probesFor({
    read (word) {
      if (!processMetrics) throw new Error('nobody said that there would be questions')
      return processMetrics({ collect: word === 'collect', reset: word === 'reset' })
    },
    load: (file) => loadIsolated(file)(processMetrics),
    send
  })

  let unfinished = ''
  socket.setEncoding('utf8')
  socket.on('data', function (text) {
    const lines = `${unfinished}${text}`.split('\n')
    unfinished = lines.pop() ?? ''
    for (const word of lines) hear(word)
  })
  socket.on('error', () => {})
  socket.on('close', () => exit())
  require('./signs-of-life')(send)
  if (fromStart && processMetrics) {
    const probe = (/** @type {string} */ file, /** @type {string} */ wish) => probes.ask(`probe ${wish} ${file}`)
    require('./from-start').watchFromStart(fromStart, probe, () => processMetrics({ collect: false, reset: false }))
  }

  /** @param {string} word */
  function hear (word) {
    if (word === 'exit') exit(0) // a tool around a server that has set process.exitCode would think that it failed
    else if (word === 'alive') send({ alive: true })
    else if (READINGS.includes(word) || probes.isQuestion(word)) probes.answer(word)
    else process.emit(/** @type {any} */ (word), 0)
  }

  /** @param {object} message */
  function send (message) {
    socket.write(JSON.stringify(message) + '\n')
  }
}

/**
 * Also where the server has something else in the place of what process.exit() calls.
 *
 * @param {number} [code] without it, that of the server
 */
function exit (code) {
  try {
    process.exit(code)
  } finally {
    /** @type {any} */ (process).reallyExit(code ?? 0)
  }
}

/**
 * @template {object} T
 * @param {T} object
 * @returns {T} the same, with the methods that it has inherited as its own: others may be given to its prototypes later
 */
function withOwnMethods (object) {
  for (let from = Object.getPrototypeOf(object); Object.getPrototypeOf(from); from = Object.getPrototypeOf(from)) {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(from))) {
      if (typeof property.value !== 'function' || Object.hasOwn(object, name)) continue
      Object.defineProperty(object, name, { ...property, enumerable: false })
    }
  }
  return object
}
