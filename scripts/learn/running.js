'use strict'

const path = require('path')
const { start, toSubject, withRunDirectory } = require('hot-path/testing')

// Path for the learner's copy of a step. Servers in the config have their own path.
const SEED = '/seed/v1'

/**
 * @typedef {object} Project
 * @property {string} reports directory
 * @property {import('hot-path').ResolvedConfig} config
 * @property {string} [path] for a server that is not in the config
 *
 * @typedef {Awaited<ReturnType<typeof import('hot-path/testing').start>>} RunningSubject
 */

/**
 * Starts a server, and kills it when `use` has settled.
 *
 * @template T
 * @param {string} name id or alias in the config, or a file
 * @param {Project & { preload?: string }} options `preload`: module loaded before the server
 * @param {(running: RunningSubject, subject: import('hot-path').Subject, directory: string) => Promise<T>} use
 *   `directory`: holds the server's output until `use` has settled
 * @returns {Promise<T>}
 * @throws {import('hot-path').OperationalError} if the server does not start
 */
async function withRunning (name, { reports, config, path: urlPath = SEED, preload }, use) {
  const isNamed = config.subjects.some(({ id, alias }) => name === id || name === alias)
  const subject = toSubject(name, { config, ...(!isNamed && { path: urlPath }) })
  return withRunDirectory(path.join(reports, subject.id), async function (directory) {
    const through = preload && ((/** @type {string[]} */ nodeArguments) => ['--require', preload, ...nodeArguments])
    const running = await start(subject, { directory, ...(through && { through }) })
    try {
      return await use(running, subject, directory)
    } finally {
      await running.kill()
    }
  })
}

module.exports = { withRunning }
