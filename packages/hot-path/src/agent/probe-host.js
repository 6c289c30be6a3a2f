'use strict'

// Answers the probe requests of hot-path, in a server that it started (connection.js) and in a process that it
// attached to (attached.js).

const PROBE = /^probe (\w+)(?:=(\S+))? (.+)$/

/**
 * @param {object} given
 * @param {(word: string) => object} given.read reads the process metrics, for each message that is not a probe
 *   request
 * @param {(file: string) => ReturnType<import('../types/agent').Probe>} given.load loads a probe at its first
 *   request, because it costs more than the process metrics
 * @param {(message: object) => void} given.send
 * @returns {{ isQuestion: (word: string) => boolean, ask: (word: string) => object | Promise<object>, answer: (word:
 *   string) => void, files: () => Iterable<string> }} `ask` does not send its reading to hot-path; `files`: the
 *   probes loaded so far
 */
module.exports = function probesFor ({ read, load, send }) {
  /** @type {Map<string, ReturnType<import('../types/agent').Probe>>} by file */
  const probes = new Map()
  return { isQuestion: (word) => PROBE.test(word), ask, answer, files: () => probes.keys() }

  /**
   * @param {string} word
   * @returns {object | Promise<object>} the reading, or the error of the probe: if thrown, it would reach the
   *   server's handlers of uncaught errors
   */
  function ask (word) {
    try {
      const [, wish, argument = '', file] = PROBE.exec(word) ?? []
      if (!file) return read(word)
      const probe = probes.get(file) ?? load(file)
      probes.set(file, probe)
      return probe(wish, decodeURIComponent(argument))
    } catch (err) {
      return failure(err)
    }
  }

  /** @param {string} word request; probes of other threads answer asynchronously */
  function answer (word) {
    const seen = ask(word)
    if (typeof (/** @type {any} */ (seen).then) !== 'function') return send({ processMetrics: seen })
    Promise.resolve(seen)
      .then((processMetrics) => send({ processMetrics }))
      .catch((err) => send({ processMetrics: failure(err) }))
  }
}

/** @param {unknown} err */
function failure (err) {
  return { probeFailed: String(err) }
}
