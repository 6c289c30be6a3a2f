'use strict'

// Part of the probes: runs inside the server under test.

const { Session } = require('inspector')

// A worker thread answers between event-loop turns, and one turn may handle a thousand queued messages first.
const ANSWERS_WITHIN_MS = 5000
// "[worker 3] render": the name is set by the server, or is Node's default.
const TITLE = /^\[worker (\d+)\] ?(?:WorkerThread)?(.*)$/

/** @typedef {(method: string, params?: object) => Promise<any>} Post rejects if the thread does not answer */

/**
 * Opens V8's inspector in all worker threads of this process, including those that start later. The NodeWorker domain
 * is not in https://chromedevtools.github.io/devtools-protocol/ but in Node's src/inspector/node_protocol.pdl.
 *
 * @template B
 * @param {(post: Post) => Promise<B>} begin first step in each thread
 */
function watchWorkers (begin) {
  /** @type {Map<string, ReturnType<typeof toWorker> & { begun: Promise<B> }>} */
  const workers = new Map()
  const session = new Session()
  session.connect()
  session.on('NodeWorker.attachedToWorker', function ({ params: { sessionId, workerInfo } }) {
    const worker = toWorker(workerInfo.title, function (message) {
      session.post('NodeWorker.sendMessageToWorker', { sessionId, message })
    })
    // Register the worker first: answers can arrive while `begin` is still posting.
    const known = { ...worker, begun: /** @type {Promise<any>} */ (Promise.resolve()) }
    workers.set(sessionId, known)
    known.begun = begin(worker.post)
    known.begun.catch(() => {}) // `each` reports the rejection
  })
  session.on('NodeWorker.receivedMessageFromWorker', function ({ params: { sessionId, message } }) {
    workers.get(sessionId)?.hear(message)
  })
  session.on('NodeWorker.detachedFromWorker', ({ params: { sessionId } }) => workers.delete(sessionId))
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
  return {
    /** @returns {Promise<void>} resolves when `begin` has settled in all current workers */
    async begun () {
      await Promise.allSettled([...workers.values()].map(({ begun }) => begun))
    },
    /**
     * @template T
     * @param {(post: Post, begun: B) => Promise<T>} ask receives the result of `begin`
     * @returns {Promise<{ answered: (T & { title: string })[], silent: string[] }>} `silent`: titles of the threads
     *   that do not answer
     */
    async each (ask) {
      const asked = [...workers.values()].map(async function ({ title, post, begun }) {
        return { title, ...(await ask(post, await begun)) }
      })
      const titles = [...workers.values()].map(({ title }) => title)
      const settled = await Promise.allSettled(asked)
      return {
        answered: settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
        silent: titles.filter((_, i) => settled[i].status === 'rejected')
      }
    },
    /** Closes the session, which ends everything that was started through it. */
    end: () => session.disconnect()
  }
}

/**
 * @param {string} title as reported by the inspector
 * @param {(message: string) => void} send
 */
function toWorker (title, send) {
  const [, number, name] = TITLE.exec(title) ?? []
  /** @type {Map<number, (answer: { result?: any, error?: { message: string } }) => void>} */
  const asked = new Map()
  let last = 0
  return {
    title: number ? `worker thread ${number}${name ? ` (${name})` : ''}` : title,
    /** @param {string} message */
    hear (message) {
      const answer = JSON.parse(message)
      asked.get(answer.id)?.(answer) // events have no id
    },
    /** @type {Post} */
    async post (method, params = {}) {
      const id = ++last
      const answer = await new Promise(function (resolve) {
        const late = setTimeout(resolve, ANSWERS_WITHIN_MS, { error: { message: 'the worker thread did not answer' } }).unref()
        asked.set(id, function (answer) {
          clearTimeout(late)
          resolve(answer)
        })
        send(JSON.stringify({ id, method, params }))
      })
      asked.delete(id)
      if (answer.error) throw new Error(answer.error.message)
      return answer.result
    }
  }
}

module.exports = { watchWorkers }
