'use strict'

// Loaded into the subject with `node --require`, so that no server has to know the harness.
// It tells the harness where the subject listens, reads its vitals when asked, and ends the subject when the
// harness says so or is gone.

const net = require('net')
const { isMainThread } = require('worker_threads')

// See Channel.send.
const READINGS = ['vitals', 'reset', 'collect', 'pulse', 'census']

const { HOT_PATH_ANY_PORT, HOT_PATH_CHANNEL, HOT_PATH_CWD, HOT_PATH_VITALS } = process.env
// What the subject starts in its turn is its own affair, even where it inherits `--require`.
delete process.env.HOT_PATH_CHANNEL

if (isMainThread && HOT_PATH_CHANNEL) {
  // Profilers are started in a folder of their own; the server belongs where the person stands.
  if (HOT_PATH_CWD) process.chdir(HOT_PATH_CWD)

  const [port, token] = HOT_PATH_CHANNEL.split(':')
  const channel = net.connect({ host: '127.0.0.1', port: Number(port) })
  channel.setEncoding('utf8')
  channel.unref()
  tell({ token })
  require('./ports')((opened) => tell({ opened }), { anyPort: HOT_PATH_ANY_PORT !== undefined })
  const vitals = HOT_PATH_VITALS ? require('./vitals')() : null
  // The check-up's own means, which cost more: only where they are asked for.
  /** @type {ReturnType<typeof import('./checkup/pulse')> | undefined} */
  let pulse

  channel.on('data', readLines(function (word) {
    if (word === 'exit') process.exit()
    else if (READINGS.includes(word)) tell({ vitals: vitals && reading(word, vitals) })
    else process.emit(/** @type {any} */ (word), 0)
  }))
  channel.on('error', () => {})
  channel.on('close', () => process.exit())

  /**
   * @param {string} word
   * @param {ReturnType<typeof import('./vitals')>} vitals
   */
  function reading (word, vitals) {
    if (word === 'pulse') {
      pulse ??= require('./checkup/pulse')(() => vitals({ collect: false, reset: false }))
      return pulse()
    }
    if (word === 'census') return { ...vitals({ collect: true, reset: false }), crowds: require('./checkup/census')() }
    return vitals({ collect: word === 'collect', reset: word === 'reset' })
  }

  /** @param {object} message */
  function tell (message) {
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
