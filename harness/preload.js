'use strict'

// Loaded into the subject with `node --require`, so that no server has to know the harness.
// It tells the harness where the subject listens, reads its process metrics when asked, and ends the subject when the
// harness says so or is gone.

const net = require('net')
const { isMainThread } = require('worker_threads')

// See Channel.send.
const READINGS = ['processMetrics', 'reset', 'collect', 'telemetry', 'listenerSnapshot']

const { HOT_PATH_ANY_PORT, HOT_PATH_CHANNEL, HOT_PATH_CWD, HOT_PATH_GIVEN_PORT, HOT_PATH_PROCESS_METRICS } = process.env
// What the subject starts in its turn is its own affair, even where it inherits `--require`.
delete process.env.HOT_PATH_CHANNEL

if (isMainThread && HOT_PATH_CHANNEL) {
  // Profilers are started in a folder of their own; the server belongs where the person stands.
  if (HOT_PATH_CWD) process.chdir(HOT_PATH_CWD)

  const [port, token] = HOT_PATH_CHANNEL.split(':')
  const channel = net.connect({ host: '127.0.0.1', port: Number(port) })
  channel.setEncoding('utf8')
  channel.unref()
  send({ token, pid: process.pid })
  require('./ports')(send, { anyPort: HOT_PATH_ANY_PORT !== undefined, given: Number(HOT_PATH_GIVEN_PORT ?? 0) })
  require('./started').countStarted((started) => send({ started }))
  const processMetrics = HOT_PATH_PROCESS_METRICS ? require('./process-metrics')() : null
  // The check-up's own means, which cost more: only where they are asked for.
  /** @type {ReturnType<typeof import('./checkup/telemetry')> | undefined} */
  let telemetry

  channel.on('data', readLines(function (word) {
    if (word === 'exit') process.exit()
    else if (READINGS.includes(word)) send({ processMetrics: processMetrics && reading(word, processMetrics) })
    else process.emit(/** @type {any} */ (word), 0)
  }))
  channel.on('error', () => {})
  channel.on('close', () => process.exit())

  /**
   * @param {string} word
   * @param {ReturnType<typeof import('./process-metrics')>} processMetrics
   */
  function reading (word, processMetrics) {
    if (word === 'telemetry') {
      telemetry ??= require('./checkup/telemetry')(() => processMetrics({ collect: false, reset: false }))
      return telemetry()
    }
    if (word === 'listenerSnapshot') return { ...processMetrics({ collect: true, reset: false }), listenerCounts: require('./checkup/listener-snapshot')() }
    return processMetrics({ collect: word === 'collect', reset: word === 'reset' })
  }

  /** @param {object} message */
  function send (message) {
    channel.write(JSON.stringify(message) + '\n')
  }
}

/** @param {(line: string) => void} onLine */
function readLines (onLine) {
  let rest = ''
  return function (/** @type {string} */ chunk) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  }
}
