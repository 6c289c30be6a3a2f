'use strict'

// The first sentence of a check-up, from half of its main load.

const t = require('tap')
const { provisionalText } = require('../../../src/checkup/provisional')
const { examination } = require('../../support/examination')

const half = ({ readings, outside, ...problem }) => ({
  ...examination({ seconds: 4, ...problem }),
  load: null,
  snapshots: [],
  ...(outside && { outside })
})
const slow = (ms, refused = 0) =>
  Array.from({ length: 16 }, (_, i) => ({ atMs: 250 * i, answers: 100, refused, latencyMeanMs: ms, latencyMaxMs: ms }))

t.test('half of a load shows a blocked event loop, waiting requests, and error responses', async function (t) {
  t.match(
    provisionalText(half({ blockedMs: 10, blockMs: 150 })),
    /^Provisional, after 4\.0 s of load: event-loop\. The main thread computes, [^.]+\.$/
  )
  t.match(provisionalText(half({ loop: 0.1, blockedMs: 0.1, outside: slow(80) })), /: waiting\. Latency is high/)
  t.match(provisionalText(half({ outside: slow(8, 90) })), /: refusing\. /)
})

t.test('it does not call a server healthy: growth shows later', async function (t) {
  t.match(provisionalText(half({})), /: the main thread is saturated\. By what, a profile will show\.$/)
  t.match(provisionalText(half({ loop: 0.5, keptBytes: 1e8 })), /: no problem found yet\.$/)
})

t.test('too few responses show nothing', async function (t) {
  t.equal(provisionalText(half({ seconds: 0.8 })), null)
})
