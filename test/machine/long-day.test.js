'use strict'

// A long day: does hot-path itself pile up what it started?

const fs = require('fs')
const path = require('path')
const { setFlagsFromString } = require('v8')
const { setTimeout: wait } = require('timers/promises')
const { runInNewContext } = require('vm')
const t = require('tap')
const { measure } = require('hot-path/measure/session')
const { ROOT } = require('../helper')

const SIDE_BY_SIDE = 8
const ROUNDS = 25
// Two hundred subjects that left their output, or a closure with a socket, would be many times that.
const SLACK_BYTES = 2e6

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc')

/** What hot-path holds, while nothing of ours runs. */
async function held () {
  // Sockets and processes close in their own time, or never: then this test does not end.
  while (ours().length) await wait(10)
  gc()
  return {
    heapBytes: process.memoryUsage().heapUsed,
    files: fs.existsSync('/proc/self/fd') ? fs.readdirSync('/proc/self/fd').length : 0,
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0)
  }
}

/** @returns {string[]} the processes, sockets and servers that are open */
function ours () {
  return process.getActiveResourcesInfo().filter((name) => /^(Process|TCP)/.test(name))
}

t.test('two hundred subjects later, hot-path is as it was', async function (t) {
  const entry = path.join(ROOT, 'packages/hot-path/test/fixtures/hello.js')
  const subjects = Array.from({ length: SIDE_BY_SIDE }, (_, i) => ({
    id: `hello-${i}`,
    title: '',
    entry,
    file: 'hello.js',
    path: '/'
  }))
  const reports = t.testdir()
  const plan = { driver: 'autocannon', connections: 2, warmupSeconds: 0.05, durationSeconds: 0.05, latencySeconds: 0 }
  const day = async (rounds) => (await measure(subjects, { ...plan, rounds }, { reports })).samples.length

  await day(2) // what is made once
  const morning = await held()
  t.equal(await day(ROUNDS), SIDE_BY_SIDE * ROUNDS)
  const evening = await held()

  t.equal(evening.files, morning.files, 'open files')
  t.equal(evening.listeners, morning.listeners, 'listeners of the process')
  const grown = evening.heapBytes - morning.heapBytes
  t.ok(grown < SLACK_BYTES, `${grown} bytes more on the heap`)
  t.same(fs.readdirSync(reports), [], 'no folder is left')
})
