'use strict'

// Extends the tool's own helper for the workshop with the records of its commands and the servers of its catalog.

const helper = require('../../packages/hot-path/test/support/helper')
const { addRecords } = require('../../packages/hot-path/test/support/schema')
const { start } = require('hot-path/testing')
const { subjects: catalog } = require('./config')

addRecords(require('../../scripts/records.schema.json'))

// Sequential test requests are no overload, even if CPU contention delays the event loop.
const PATIENT = { MAX_EVENT_LOOP_DELAY_MS: '5000' }

/**
 * Starts a subject of the catalog, and stops it at the end of the test.
 *
 * @param t the test
 * @param {string} id
 * @param {string[]} [extra] arguments for node
 */
async function serve (t, id, extra = []) {
  const directory = t.testdir()
  const subject = catalog.find((entry) => entry.id === id)
  const running = await start(
    { ...subject, env: PATIENT },
    { directory, through: (nodeArguments) => [...extra, ...nodeArguments] }
  )
  t.teardown(() => running.kill())
  return { running, directory, url: `http://127.0.0.1:${running.address.port}` }
}

module.exports = { ...helper, serve }
