'use strict'

const t = require('tap')
const { merged } = require('../../harness/merge')
const { boundOfNone } = require('../../scripts/study/rates')

const load = (parts) => ({
  driver: 'autocannon',
  connections: 10,
  seconds: 1,
  requests: 100,
  requestsPerSecond: 100,
  bytesPerSecond: 1000,
  latencyMs: { mean: 1, p50: 1, p90: 2, p99: 3, max: 4 },
  non2xx: 0,
  expected: 0,
  errors: 0,
  timeouts: 0,
  generatorCpuShare: 0.5,
  generatorUtilization: 0.5,
  ...parts
})

t.test('bursts are put together as one load', async function (t) {
  const summaries = (mean) => ({ requests: { mean, stddev: 0 }, throughput: { mean, stddev: 0 }, latency: { mean, stddev: 0 } })
  const one = load({ summaries: summaries(1) })
  const other = load({
    seconds: 3,
    requests: 900,
    errors: 2,
    generatorCpuShare: 0.9,
    latencyMs: { mean: 3, p50: 3, p90: 6, p99: 9, max: 40 },
    summaries: summaries(3)
  })
  const whole = merged([one, other])
  t.match(whole, { seconds: 4, requests: 1000, requestsPerSecond: 250, bytesPerSecond: 1000, errors: 2 })
  t.match(whole.latencyMs, { mean: 2.8, max: 40 })
  t.ok(Math.abs(whole.generatorCpuShare - 0.8) < 1e-9, 'weighted by time')
  t.ok(Math.abs(whole.summaries.requests.mean - 2.5) < 1e-9)
  t.ok(Math.abs(whole.summaries.requests.stddev ** 2 - 0.75) < 1e-9, 'the spread between bursts counts')
})

t.test('one burst stays what it was', async function (t) {
  t.match(merged([load({})]), load({ summaries: undefined }))
})

t.test('none in 300 supports a bound of 1 %, and none in 3 next to nothing', async function (t) {
  t.ok(Math.abs(boundOfNone(300) - 0.00994) < 0.00001)
  t.ok(boundOfNone(3) > 0.6)
})
