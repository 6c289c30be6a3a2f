'use strict'

// Part of preload.js, in an isolated context (see isolated-context.js). It reports the ports that the server listens
// on, and reads the process metrics on request. It ends the server when hot-path requests it, or has ended.

const net = require('net')
const probesFor = require('./probe-host')

// Messages that are answered with the process metrics: see Channel.send.
const READINGS = ['processMetrics', 'reset', 'collect']
const MEASURED = 'measured '

/**
 * @param {import('../types/agent').GivenRun & { loadIsolated: (file: string) => any }} given
 */
module.exports = function ({ port, token, anyPort, givenPort, hasMetrics, fromStart, loadIsolated }) {
  const socket = withOwnMethods(net.connect({ host: '127.0.0.1', port }))
  socket.unref()
  Object.defineProperty(socket, 'isHotPath', { value: true }) // this socket belongs to hot-path, not to the server
  send({ token, pid: process.pid, node: process.version })
  require('./ports')(send, { anyPort, given: givenPort })
  require('./started').countStarted((/** @type {object} */ started) => send({ started }))
  const metrics = hasMetrics ? require('./metrics')() : null
  const processMetrics = metrics?.read ?? null
  const probes = probesFor({
    read (word) {
      if (!processMetrics) throw new Error('process metrics are not enabled for this server')
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
    if (word === 'exit') exit(0) // a profiler would report a failure if the server has set process.exitCode
    else if (word === 'alive') send({ alive: true })
    else if (word.startsWith(MEASURED)) metrics?.countOn(Number(word.slice(MEASURED.length)))
    else if (READINGS.includes(word) || probes.isQuestion(word)) probes.answer(word)
    else process.emit(/** @type {any} */ (word), 0)
  }

  /** @param {object} message */
  function send (message) {
    socket.write(JSON.stringify(message) + '\n')
  }
}

/**
 * Ends the process even if the server has replaced a function that process.exit() calls.
 *
 * @param {number} [code] default: the server's exit code, or 0 in the fallback
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
 * @returns {T} `object`, with its inherited methods as its own, so later changes to its prototypes do not affect it
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
