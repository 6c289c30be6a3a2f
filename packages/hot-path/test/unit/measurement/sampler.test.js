'use strict'

const t = require('tap')
const { merged, readingsOf } = require('../../../src/measurement/sample')

const load = (parts) => ({
  driver: 'built-in',
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

t.test('bursts are merged into one load without latencies', async function (t) {
  const one = load({})
  const other = load({ seconds: 3, requests: 900, errors: 2, generatorCpuShare: 0.9 })
  const whole = merged([one, other])
  t.match(whole, { seconds: 4, requests: 1000, requestsPerSecond: 250, bytesPerSecond: 1000, errors: 2 })
  t.notOk('latencyMs' in whole)
  t.ok(Math.abs(whole.generatorCpuShare - 0.8) < 1e-9, 'weighted by time')
})

t.test('each burst is one reading', async function (t) {
  const { requests } = readingsOf([load({ requestsPerSecond: 1 }), load({ seconds: 3, requestsPerSecond: 3 })])
  t.ok(Math.abs(requests.mean - 2.5) < 1e-9)
  t.ok(Math.abs(requests.stddev ** 2 - 0.75) < 1e-9, 'the spread between bursts counts')
})
