'use strict'

// A long day: does hot-path itself pile up what it started?

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { begin } = require('../../support/helper')

const LONG_DAY = path.resolve(__dirname, '../../support/long-day.js')
// Fifty subjects that left their output, or a closure with a socket, would be many times that. What is seen is 0.6 MB
// in the first day, most of it code that V8 has compiled, and 0.1 MB in the next.
const SLACK_BYTES = 1e6

t.test('fifty subjects later, hot-path is as it was', async function (t) {
  const reports = t.testdir()
  const { ended } = begin([reports], { command: [process.execPath, '--expose-gc', LONG_DAY] })
  const { stdout, stderr } = await ended
  t.equal(stderr, '')
  const { measured, morning, evening } = JSON.parse(stdout)

  t.equal(measured, 48)
  t.equal(evening.files, morning.files, 'open files')
  t.equal(evening.listeners, morning.listeners, 'listeners of the process')
  const grown = evening.heapBytes - morning.heapBytes
  t.ok(grown < SLACK_BYTES, `${grown} bytes more on the heap`)
  t.same(fs.readdirSync(reports), [], 'no folder is left')
})
