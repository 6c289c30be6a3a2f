'use strict'

// The questions of hot-path to a process that it looks into, and their answers: of a server that it has started
// (connection.js), and of one that it has attached itself to (attached.js).

const PROBE = /^probe (\w+) (.+)$/

/**
 * @param {object} given
 * @param {(word: string) => object} given.read the process metrics: what is no question to a probe asks for them
 * @param {(file: string) => ReturnType<import('../types/agent').Probe>} given.load when a probe is asked for the
 *   first
 *   time: they cost more than the process metrics
 * @param {(message: object) => void} given.send
 * @returns {{ isQuestion: (word: string) => boolean, ask: (word: string) => object | Promise<object>, answer: (word:
 *   string) => void, files: () => Iterable<string> }} `ask` without an answer to hot-path; `files`: of the probes that
 *   were asked for
 */
module.exports = function probesFor ({ read, load, send }) {
  /** @type {Map<string, ReturnType<import('../types/agent').Probe>>} by file */
  const probes = new Map()
  return { isQuestion: (word) => PROBE.test(word), ask, answer, files: () => probes.keys() }

  /**
   * @param {string} word
   * @returns {object | Promise<object>} what cannot be read is told: the server goes on, and may have a handler for
   *   uncaught errors
   */
  function ask (word) {
    try {
      const [, wish, file] = PROBE.exec(word) ?? []
      if (!file) return read(word)
      const probe = probes.get(file) ?? load(file)
      probes.set(file, probe)
      return probe(wish)
    } catch (err) {
      return failure(err)
    }
  }

  /** @param {string} word what looks into other threads takes a while */
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
