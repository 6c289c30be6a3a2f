'use strict'

// After 200,000 requests with every probe switched on and off, hot-path retains no memory in the server.

const path = require('path')
const t = require('tap')
const { median } = require('hot-path/testing')
const { loaded } = require('../../../packages/hot-path/test/support/loaded')
require('../../support/helper')

const SOURCE = path.resolve(__dirname, '../../../packages/hot-path/src')
const HELLO = path.resolve(SOURCE, '../test/fixtures/hello.js')
// Every probe of a server under load, and the command that starts it.
const LOOKS = [
  ['agent/probes/request-waits.js', 'begin'],
  ['agent/probes/cpu.js', 'begin'],
  ['agent/probes/heap.js', 'all'],
  ['agent/probes/error-responses.js', 'begin'],
  ['agent/probes/listeners.js', 'read'],
  ['agent/probes/response-times.js', 'begin'],
  ['agent/probes/counts.js', 'begin'],
  ['agent/probes/telemetry.js', 'read']
]
const SECONDS = 1
const REQUESTS = 200_000
// Retaining something for only one request in ten would exceed this average.
const MOST_BYTES_PER_REQUEST = 1

t.test('the probes retain no memory in the server over 200,000 requests', async function (t) {
  const { running, load } = await loaded(t, HELLO, { connections: 50, seconds: SECONDS })
  let { heapUsedBytes } = await running.processMetrics('collect')
  /** Runs every probe once; returns the number of requests served and the growth of the heap in bytes. */
  const once = async function () {
    let requests = 0
    for (const [file, word] of LOOKS) {
      await running.probe(path.join(SOURCE, file), word)
      requests += (await load(SECONDS)).requests
      await running.probe(path.join(SOURCE, file), 'end')
    }
    const before = heapUsedBytes
    heapUsedBytes = (await running.processMetrics('collect')).heapUsedBytes
    return { requests, bytes: heapUsedBytes - before }
  }
  await once() // loads and compiles everything that is created only once
  const turns = []
  while (turns.reduce((sum, { requests }) => sum + requests, 0) < REQUESTS) turns.push(await once())
  // Memory retained per request grows in every pass. V8's own tables grow in the first ones, which are many if the
  // machine is slow, and in one or two of the others, which the median excludes.
  const judged = turns.slice(Math.floor(turns.length / 2))
  const kept = median(judged.map(({ requests, bytes }) => bytes / requests))
  t.ok(kept < MOST_BYTES_PER_REQUEST, turns.map(({ requests, bytes }) => `${bytes} bytes in ${requests}`).join(', '))
})
