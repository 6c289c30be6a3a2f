'use strict'

// Findings computed from recorded output of the tools: see test/fixtures/record.js.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { hottest } = require('../../../src/source/hottest')
const { analyse, toDiagnosis } = require('../../../src/instruments/doctor')
const { fromTicks, fromCpuProfile } = require('../../../src/source/stacks')

// The line of `server.on('after'` at the time of the recording.
const AFTER_LISTENER = 29
const RECORDED = path.resolve(__dirname, '../../fixtures/recorded')
const readJson = (name) => JSON.parse(fs.readFileSync(path.join(RECORDED, `${name}.json`), 'utf8'))
const readers = { flame: fromTicks, '0x': fromTicks, 'cpu-profile': fromCpuProfile }

t.test('Doctor detects the event-loop issue in step 1, and none in step 3', async function (t) {
  const slow = toDiagnosis(await analyse(path.join(RECORDED, '01-slow-doctor')))
  t.equal(slow.issue, 'event-loop')
  t.equal(slow.issues.eventLoopDelay, 'performance')
  const optimized = toDiagnosis(await analyse(path.join(RECORDED, '03-optimized-doctor')))
  t.equal(optimized.issue, 'none')
})

for (const [instrument, read] of Object.entries(readers)) {
  t.test(`${instrument}: the hottest function of the application in step 1 is the after listener`, async function (t) {
    const { hottest: functions } = hottest(read(readJson(`01-slow-${instrument}`)))
    const app = functions.find(({ kind }) => kind === 'app')
    t.match(app, { file: '/app/steps/01-slow/util.js', name: '(anonymous)' })
    t.equal(app.line, AFTER_LISTENER)
    t.ok(app.total > 70, `${app.total} % in it and what it calls`)
    // V8's profiler has no frames for most native code, so that time is self time.
    if (instrument !== 'cpu-profile') t.ok(app.native > 0, 'hashing and serialising are native')
  })

  t.test(`${instrument}: the hottest function in step 3 belongs to Node`, async function (t) {
    const { hottest: functions } = hottest(read(readJson(`03-optimized-${instrument}`)))
    t.equal(functions[0].kind, 'node')
    t.match(functions[0].file, /^node:/)
    t.equal(functions.length, 10)
  })
}
