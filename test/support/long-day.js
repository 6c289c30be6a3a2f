'use strict'

// A long day of measuring, in a process that does nothing else: `node --expose-gc test/long-day.js <folder>` prints
// what hot-path held in the morning and in the evening. In the process of the test, tap's own heap (45 MB, which
// comes and goes by a megabyte or two) would hide it.

const fs = require('fs')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const { measure } = require('hot-path/testing')

const SIDE_BY_SIDE = 8
const ROUNDS = 6
const PLAN = { driver: 'autocannon', connections: 2, warmupSeconds: 0.05, durationSeconds: 0.05, latencySeconds: 0 }

const entry = path.resolve(__dirname, '../../packages/hot-path/test/fixtures/hello.js')
const subjects = Array.from({ length: SIDE_BY_SIDE }, (_, i) => ({
  id: `hello-${i}`,
  title: '',
  entry,
  file: 'hello.js',
  path: '/'
}))

/** What hot-path holds, while nothing of ours runs. */
async function held () {
  // Sockets and processes close in their own time, or never: then this does not end.
  while (ours().length) await wait(10)
  global.gc()
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

async function main ([reports]) {
  const day = async (rounds) => (await measure(subjects, { ...PLAN, rounds }, { reports })).samples.length
  await day(2) // what is made once
  const morning = await held()
  const measured = await day(ROUNDS)
  console.log(JSON.stringify({ measured, morning, evening: await held() }))
}

main(process.argv.slice(2))
