'use strict'

// The tool's own helper, for the workshop: its commands have records of their own, and its servers are in a catalog.

const helper = require('../../packages/hot-path/test/support/helper')
const { addRecords } = require('../../packages/hot-path/test/support/schema')
const { start } = require('hot-path/testing')
const { subjects: catalog } = require('./config')

addRecords(require('../../scripts/records.schema.json'))

// A test that asks one question at a time is no overload, however late a neighbour on the machine makes the server.
const PATIENT = { MAX_EVENT_LOOP_DELAY_MS: '5000' }

/**
 * Starts a subject of the catalog for the length of a test.
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
