'use strict'

// Loaded into the subject with `node --require`, so that no server has to know hot-path.
// It tells hot-path where the subject listens, reads its process metrics when asked, and ends the subject when the
// process at the other end says so, or is gone.

const net = require('net')
const readline = require('readline')
const { isMainThread } = require('worker_threads')

// See Channel.send.
const READINGS = ['processMetrics', 'reset', 'collect']
const PROBE = /^probe (\w+) (.+)$/

const {
  HOT_PATH_ANY_PORT,
  HOT_PATH_CHANNEL,
  HOT_PATH_CWD,
  HOT_PATH_FROM_START,
  HOT_PATH_GIVEN_PORT,
  HOT_PATH_PROCESS_METRICS
} = process.env
// What the subject starts in its turn is its own affair, even where it inherits `--require`.
delete process.env.HOT_PATH_CHANNEL
delete process.env.HOT_PATH_FROM_START

if (isMainThread && HOT_PATH_CHANNEL) {
  // Profilers are started in a folder of their own; the server belongs where the person stands.
  if (HOT_PATH_CWD) process.chdir(HOT_PATH_CWD)

  const [port, token] = HOT_PATH_CHANNEL.split(':')
  const channel = net.connect({ host: '127.0.0.1', port: Number(port) })
  channel.unref()
  Object.defineProperty(channel, 'isHotPath', { value: true }) // it is none of the server's connections
  send({ token, pid: process.pid, node: process.version })
  require('./ports')(send, { anyPort: HOT_PATH_ANY_PORT !== undefined, given: Number(HOT_PATH_GIVEN_PORT ?? 0) })
  require('./started').countStarted((started) => send({ started }))
  const processMetrics = HOT_PATH_PROCESS_METRICS ? require('./process-metrics')().read : null
  /**
   * @type {Map<string, ReturnType<import('../subject').Probe>>} Probes that were asked for, by the file of each: they
   *   cost more than the process metrics.
   */
  const probes = new Map()

  const words = readline.createInterface({ input: channel })
  words.on('line', function (word) {
    if (word === 'exit') process.exit()
    else if (READINGS.includes(word) || PROBE.test(word)) {
      answer(processMetrics && reading(word, processMetrics))
    } else process.emit(/** @type {any} */ (word), 0)
  })
  for (const end of [channel, words]) end.on('error', () => {}) // readline passes the errors of its input on
  channel.on('close', () => process.exit())
  if (processMetrics && HOT_PATH_FROM_START) {
    const read = () => processMetrics({ collect: false, reset: false })
    const probe = (/** @type {string} */ file, /** @type {string} */ wish) => probed(file, wish, processMetrics)
    require('./from-start').watchFromStart(JSON.parse(HOT_PATH_FROM_START), probe, read)
  }

  /**
   * @param {string} word
   * @param {ReturnType<typeof import('./process-metrics')>['read']} processMetrics
   */
  function reading (word, processMetrics) {
    const [, wish, file] = PROBE.exec(word) ?? []
    return file
      ? probed(file, wish, processMetrics)
      : processMetrics({ collect: word === 'collect', reset: word === 'reset' })
  }

  /**
   * @param {string} file absolute path of a probe
   * @param {string} wish `read`, or what else that probe understands
   * @param {ReturnType<typeof import('./process-metrics')>['read']} processMetrics
   */
  function probed (file, wish, processMetrics) {
    try {
      const read = probes.get(file) ?? /** @type {import('../subject').Probe} */ (require(file))(processMetrics)
      probes.set(file, read)
      return read(wish)
    } catch (err) {
      return { probeFailed: String(err) } // the server goes on
    }
  }

  /** @param {object | Promise<object> | null} read what looks into other threads takes a while */
  function answer (read) {
    if (read instanceof Promise) read.catch((err) => ({ probeFailed: String(err) })).then(answer)
    else send({ processMetrics: read })
  }

  /** @param {object} message */
  function send (message) {
    channel.write(JSON.stringify(message) + '\n')
  }
}
