'use strict'

// The accuracy of the load generator and of the probes.

const { once } = require('events')
const http = require('http')
const path = require('path')
const { performance } = require('perf_hooks')
const t = require('tap')
const { drive, findDriver } = require('../../src/load/drivers')
const { littlesLaw } = require('../../src/load/histogram')
const { start } = require('../../src/process/subject')
const { ROOT } = require('../support/helper')
const { okUnlessBusy, watchMachine } = require('../support/performance')

/** Loads a server of this process. */
async function loaded (t, server, workload) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const address = { host: '127.0.0.1', port: server.address().port }
  return drive(findDriver('built-in'), address, { path: '/', connections: 10, ...workload })
}

const waits = (ms) => http.createServer((req, res) => setTimeout(() => res.end(), ms))
const computes = http.createServer(function (req, res) {
  const until = performance.now() + 2
  while (performance.now() < until);
  res.end()
})
const loads = {
  'a server that waits': [waits(30), { durationSeconds: 2 }],
  'a server that computes': [computes, { durationSeconds: 2 }]
}
for (const [what, [server, workload]] of Object.entries(loads)) {
  t.test(`Little's law holds: ${what}`, async function (t) {
    const interference = watchMachine(t)
    const concurrency = littlesLaw(await loaded(t, server, workload))
    okUnlessBusy(t, concurrency > 0.9 && concurrency < 1.1, `${concurrency}`, interference)
  })
}

t.test('a block right after the reset of the longest delay is always measured', async function (t) {
  const entry = path.join(ROOT, 'packages/hot-path/test/fixtures/blocks-when-told.js')
  const subject = { id: 'blocks', title: 'blocks', entry, file: 'blocks-when-told.js', path: '/' }
  const interference = watchMachine(t)
  const running = await start(subject, { directory: t.testdir(), processMetrics: true })
  t.teardown(() => running.kill())
  for (let i = 0; i < 4; i++) {
    await running.processMetrics('reset')
    await (await fetch(`http://127.0.0.1:${running.address.port}/`)).text()
    const { loopDelayMaxMs } = await running.processMetrics()
    t.ok(loopDelayMaxMs >= 85, `${loopDelayMaxMs} ms, of 100`) // the loop delay is sampled every 10 ms
  }
  await running.processMetrics('reset')
  const { loopDelayMaxMs } = await running.processMetrics()
  okUnlessBusy(t, loopDelayMaxMs < 85, `${loopDelayMaxMs} ms: earlier delays do not count`, interference)
})
