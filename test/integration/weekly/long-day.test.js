'use strict'

// Checks that hot-path itself does not accumulate resources over many measurements.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { begin } = require('../../support/helper')

const LONG_DAY = path.resolve(__dirname, '../../support/long-day.js')
// Fifty subjects that leaked their output, or a closure with a socket, would exceed this many times. Measured: 0.6 MB
// in the first day, mostly code compiled by V8, and 0.1 MB in the next.
const SLACK_BYTES = 1e6

t.test('hot-path holds no more resources after fifty subjects', async function (t) {
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
