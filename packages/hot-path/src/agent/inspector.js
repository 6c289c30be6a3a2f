'use strict'

// Part of the probes: runs inside the subject.

const { Session } = require('inspector')

/**
 * V8's inspector in one's own thread, where it answers before `post()` returns.
 *
 * @template T
 * @param {(post: (method: string, params?: object) => any) => T} use
 * @returns {T} the session has ended by then
 * @throws {Error} whatever the inspector refuses
 */
function withInspector (use) {
  const { post, end } = openInspector()
  try {
    return use(post)
  } finally {
    end()
  }
}

/**
 * @returns {{ post: (method: string, params?: object) => any, on: (event: string, listener: (params: any) => void) =>
 *   void, end: () => void }} what it began ends with it
 */
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
    on: (event, listener) => session.on(event, ({ params }) => listener(params)),
    end: () => session.disconnect()
  }
}

module.exports = { openInspector, withInspector }
