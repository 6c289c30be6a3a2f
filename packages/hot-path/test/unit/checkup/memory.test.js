'use strict'

// Where memory grows, and what is said about memory that does not.

const t = require('tap')
const { findingsOf } = require('../../../src/checkup/findings')
const { partsOf, seemsToGrow } = require('../../../src/checkup/memory')
const { remarksOf } = require('../../../src/checkup/remarks')
const { toWindow } = require('../../../src/checkup/window')
const { examination } = require('../../support/examination')

const GIB = 1024 ** 3

function judged (problem) {
  const window = toWindow(examination(problem))
  const findings = findingsOf(window)
  return { findings, remarks: remarksOf(window, findings) }
}

t.test('memory is told apart by where it is', async function (t) {
  const metrics = { rssBytes: 100, heapUsedBytes: 20, heapTotalBytes: 30, externalBytes: 15, arrayBuffersBytes: 10 }
  const inWorkers = { heapUsedBytes: 4, heapTotalBytes: 8, externalBytes: 1 }
  t.same(partsOf({ ...metrics, inWorkers }), { heap: 20, arrayBuffers: 10, external: 5, workers: 5, native: 46 })
})

t.test('the finding says which memory grows, and by how much per request', async function (t) {
  const ways = {
    heap: [/^Memory grows/, "V8's heap"],
    arrayBuffers: [/outside of the heap.*buffers/, 'buffers (ArrayBuffer, Buffer)'],
    external: [/^Memory outside of the heap/, 'other memory outside of the heap that V8 counts'],
    workers: [/^Memory of worker threads/, 'worker threads']
  }
  for (const [keptIn, [sentence, where]] of Object.entries(ways)) {
    const [{ name, sentence: told, evidence }] = judged({ keptBytes: 5_000_000, keptIn }).findings
    t.equal(name, 'memory-growth')
    t.match(told, sentence)
    t.match(evidence.find(({ what }) => what.startsWith('growth per request in')), { what: new RegExp(where.replace(/[()]/g, '.')), value: 500 })
  }
})

t.test('memory that V8 does not know of is found by the resident set', async function (t) {
  const found = (...nativeBytes) => judged({ nativeBytes }).findings[0]
  t.match(found(60e6, 30e6), { name: 'memory-growth', sentence: /native code/ })
  t.equal(found(60e6, 1e6).name, 'healthy', 'it levels off')
  t.equal(found(4e6, 30e6).name, 'healthy', 'normal variation')
})

t.test('native memory that grows is told, although the short loads alone are too short to show it', async function (t) {
  const slowly = { nativeBytes: [60e6, 30e6], nativeShort: 4e6, keptBytes: 2_000_000 }
  const [{ name, sentence, evidence }] = judged(slowly).findings
  t.match({ name, sentence }, { name: 'memory-growth', sentence: /that V8 does not count/ })
  const largest = evidence.find(({ what }) => what.startsWith('growth per request in'))
  t.match({ ...largest, value: Math.round(largest.value / 100) }, { what: /native code/, value: 6 })
  t.match(judged({ ...slowly, nativeBytes: [60e6, 1e6] }).findings[0].sentence, /^Memory grows/, 'it levels off')
})

t.test('half of a load shows half of its growth', async function (t) {
  const part = (loadShare) => judged({ loadShare, seconds: 4, nativeBytes: [10e6, 30e6] })
  t.equal(part(1).findings[0].name, 'healthy')
  const [{ name, evidence }] = part(0.5).findings
  t.equal(name, 'memory-growth')
  t.same(evidence.filter(({ unit }) => unit === 'bytes').map(({ threshold }) => threshold).slice(0, 4), [4e6, 64, 8e6, 64])
})

t.test('native memory that rises in the short loads, too, is worth another load', async function (t) {
  const seems = (problem) => seemsToGrow(examination({ nativeBytes: [60e6, 0], ...problem }))
  t.ok(seems({}))
  t.notOk(seems({ nativeShort: 0 }), 'it only filled the arenas')
  t.notOk(seems({ nativeShort: [20e6, 1e6] }), 'the first collection added to it')
  t.ok(seems({ nativeShort: [20e6, 4e6] }), 'a short load varies')
  t.notOk(seems({ nativeBytes: [4e6, 0] }), 'normal variation')
})

t.test('worker threads that each request leaves running', async function (t) {
  t.match(judged({ workersLeft: 20 }).findings[0], { name: 'memory-growth', sentence: /worker threads running/ })
  t.equal(judged({ workersLeft: 1 }).findings[0].name, 'healthy')
})

t.test('a resident set that rises without a leak is explained', async function (t) {
  const { findings, remarks } = judged({ rssRise: 300e6 })
  t.equal(findings[0].name, 'healthy')
  t.match(remarks, [/rose from 50 MB to 350 MB.*V8's heap.*22 MB were in use.*no leak/])
  t.same(judged({ rssRise: 50e6 }).remarks, [])
  t.same(judged({ rssRise: 300e6, keptBytes: 50e6 }).remarks, [], 'a leak is the finding')
})

t.test('a server for WebSocket connections is judged without their messages', async function (t) {
  t.match(judged({ acceptsUpgrades: true }).remarks, [/accepts WebSocket connections\. Their messages are not requests/])
})

t.test('workers of Locust that were lost are told', async function (t) {
  t.match(judged({ load: { lostWorkers: 1 } }).remarks, [/^Workers of Locust that were lost during the load: 1\./])
})

t.test('a heap limit above the memory limit of the container is told', async function (t) {
  const limit = (heap, memory) =>
    judged({ heapLimitBytes: heap * GIB, memoryLimitBytes: memory && memory * GIB }).remarks
  t.match(limit(4, 1), [/may grow to 4096 MiB.*1024 MiB.*--max-old-space-size=768/])
  t.same(limit(1, 2), [])
  t.same(limit(4, null), [])
})
