'use strict'

// Part of the probes: runs inside the subject.

const { Session } = require('inspector')

// A worker thread answers between two turns of its loop, and does not end a turn while a thousand messages wait for it.
const ANSWERS_WITHIN_MS = 5000
// "[worker 3] render": the name is the one that the server has given, or Node's own.
const TITLE = /^\[worker (\d+)\] ?(?:WorkerThread)?(.*)$/

/** @typedef {(method: string, params?: object) => Promise<any>} Post rejects where the thread does not answer */

/**
 * V8's inspectors of all worker threads of this process, those that start later included.
 * https://chromedevtools.github.io/devtools-protocol/ has no NodeWorker: it is described in node's
 * src/inspector/node_protocol.pdl.
 *
 * @template B
 * @param {(post: Post) => Promise<B>} begin what to do first in each
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
    // It can answer before it has been asked all: it has to be known by then.
    const known = { ...worker, begun: /** @type {Promise<any>} */ (Promise.resolve()) }
    workers.set(sessionId, known)
    known.begun = begin(worker.post)
    known.begun.catch(() => {}) // it is told by `each`
  })
  session.on('NodeWorker.receivedMessageFromWorker', function ({ params: { sessionId, message } }) {
    workers.get(sessionId)?.hear(message)
  })
  session.on('NodeWorker.detachedFromWorker', ({ params: { sessionId } }) => workers.delete(sessionId))
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
  return {
    /** @returns {Promise<void>} resolved when all that run now have begun, or do not answer */
    async begun () {
      await Promise.allSettled([...workers.values()].map(({ begun }) => begun))
    },
    /**
     * @template T
     * @param {(post: Post, begun: B) => Promise<T>} ask is given what `begin` gave
     * @returns {Promise<{ answered: (T & { title: string })[], silent: string[] }>} `silent`: titles of those that do
     *   not answer
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
    /** What was begun ends with it. */
    end: () => session.disconnect()
  }
}

/**
 * @param {string} title as the inspector tells it
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
        const late = setTimeout(resolve, ANSWERS_WITHIN_MS, { error: { message: 'no answer' } }).unref()
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
