'use strict'

// Many measurements in a process of their own: `node --expose-gc test/support/long-day.js <folder>` prints the
// resources that hot-path holds before and after. In the test's process, tap's heap (45 MB, which varies by a
// megabyte or two) would hide the difference.

const fs = require('fs')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const { measure } = require('hot-path/testing')

const SIDE_BY_SIDE = 8
const ROUNDS = 6
const PLAN = { driver: 'built-in', connections: 2, warmupSeconds: 0.05, durationSeconds: 0.05, latencySeconds: 0 }

const entry = path.resolve(__dirname, '../../packages/hot-path/test/fixtures/hello.js')
const subjects = Array.from({ length: SIDE_BY_SIDE }, (_, i) => ({
  id: `hello-${i}`,
  title: '',
  entry,
  file: 'hello.js',
  path: '/'
}))

/** Returns the resources that hot-path holds while no process or socket of it is open. */
async function held () {
  // Sockets and processes close asynchronously. If one never closes, this does not end.
  while (ours().length) await wait(10)
  global.gc()
  return {
    heapBytes: process.memoryUsage().heapUsed,
    files: fs.existsSync('/proc/self/fd') ? fs.readdirSync('/proc/self/fd').length : 0,
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0)
  }
}

/** @returns {string[]} the open processes, sockets and servers */
function ours () {
  return process.getActiveResourcesInfo().filter((name) => /^(Process|TCP)/.test(name))
}

async function main ([reports]) {
  const day = async (rounds) => (await measure(subjects, { ...PLAN, rounds }, { reports })).samples.length
  await day(2) // creates everything that is created only once
  const morning = await held()
  const measured = await day(ROUNDS)
  console.log(JSON.stringify({ measured, morning, evening: await held() }))
}

main(process.argv.slice(2))
