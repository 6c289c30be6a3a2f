'use strict'

const path = require('path')
const { start, toSubject, withRunDirectory } = require('hot-path/testing')

// Of the learner's copy of a step. What the config names has its own.
const SEED = '/seed/v1'

/**
 * @typedef {object} Project
 * @property {string} reports directory
 * @property {import('hot-path').ResolvedConfig} config
 * @property {string} [path] of a server that the config does not name
 *
 * @typedef {Awaited<ReturnType<typeof import('hot-path/testing').start>>} RunningSubject
 */

/**
 * Starts a server, and ends it however its use ends.
 *
 * @template T
 * @param {string} name of the config, or a file
 * @param {Project & { preload?: string }} options `preload`: loaded into the server before it
 * @param {(running: RunningSubject, subject: import('hot-path').Subject, directory: string) =>
 *   Promise<T>} use
 *   `directory`: where its output is kept until then
 * @returns {Promise<T>}
 * @throws {import('hot-path').OperationalError} where it does not start
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
