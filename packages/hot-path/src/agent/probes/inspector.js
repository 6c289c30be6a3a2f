'use strict'

// Part of the probes: runs inside the server under test.

const { Session } = require('inspector')

/**
 * Opens V8's inspector for the current thread, where it answers before `post()` returns, and closes it after `use`.
 *
 * @template T
 * @param {(post: Inspector['post'], on: Inspector['on']) => T} use
 * @returns {T} the result of `use`
 * @throws {Error} if the inspector rejects a command
 */
function withInspector (use) {
  const { post, on, end } = openInspector()
  try {
    return use(post, on)
  } finally {
    end()
  }
}

/**
 * @typedef {object} Inspector
 * @property {(method: string, params?: object) => any} post
 * @property {(event: string, listener: (params: any) => void) => () => void} on returns a function that removes the
 *   listener
 * @property {() => void} end also stops everything that was started through the session
 */

/** @returns {Inspector} */
function openInspector () {
  const session = new Session()
  session.connect()
  return {
    post (method, params = {}) {
      /** @type {{ err: Error | null, result?: any }} */
      let answer = { err: null }
      session.post(method, params, function (err, result) {
        answer = { err, result }
      })
      if (answer.err) throw answer.err
      return answer.result
    },
    on (event, listener) {
      const receive = (/** @type {any} */ { params }) => listener(params)
      session.on(event, receive)
      return () => session.off(event, receive)
    },
    end: () => session.disconnect()
  }
}

module.exports = { openInspector, withInspector }
