'use strict'

const path = require('path')
const { drive, findDriver } = require('../../src/load/drivers')
const { start } = require('../../src/process/subject')

/**
 * Starts a server, loads it for a while, and returns it with a function that applies more load.
 *
 * @param t the test, whose teardown kills the server
 * @param {string} entry
 * @param {{ connections: number, seconds: number, urlPath?: string, prepare?: (running: object) => Promise<void> }}
 *   options of the first load; `prepare` is called before it
 */
async function loaded (t, entry, { connections, seconds, urlPath = '/', prepare = async () => {} }) {
  const name = path.basename(entry, '.js')
  const running = await start(
    { id: name, title: name, entry, file: entry, path: urlPath },
    { directory: t.testdir(), processMetrics: true }
  )
  t.teardown(() => running.kill())
  const load = (durationSeconds) =>
    drive(findDriver('built-in', {}), running.address, { connections, durationSeconds, path: urlPath }, {})
  await prepare(running)
  await load(seconds)
  return { running, load }
}

module.exports = { loaded }
