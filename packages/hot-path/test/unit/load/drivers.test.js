'use strict'

const t = require('tap')
const { drivers, findDriver } = require('../../../src/load/drivers')
const { littlesLaw } = require('../../../src/load/histogram')
const locust = require('../../../src/load/locust-results')
const wrk = require('../../../src/load/wrk')

const WRK = `Running 2s test @ http://127.0.0.1:3000/seed/v1
  1 threads and 100 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.92ms  115.43us   4.94ms   92.61%
    Req/Sec    51.50k     3.11k   53.60k    90.91%
  102620 requests in 2.00s, 1.00GB read
Requests/sec:  51310.45
Transfer/sec:    512.35MB
hot-path summary 2000123 102620
hot-path latency 1000 51310
hot-path latency 3000 51310
`

t.test('wrk: the measured values are read from its output', async function (t) {
  t.match(wrk.read(WRK, 100), {
    driver: 'wrk',
    seconds: 2.000123,
    requests: 102_620,
    requestsPerSecond: 102_620 / 2.000123,
    bytesPerSecond: 2 ** 29,
    latencyMs: { mean: 2, p50: 1.003, max: 3 },
    non2xx: 0,
    errors: 0
  })
})

t.test('wrk: errors and error responses are counted', async function (t) {
  const text = WRK + '  Socket errors: connect 1, read 2, write 3, timeout 4\n  Non-2xx or 3xx responses: 7\n'
  t.match(wrk.read(text, 100), { errors: 10, timeouts: 4, non2xx: 7 })
})

t.test('output that cannot be parsed is reported', async function (t) {
  for (const text of ['', 'unable to connect', WRK.slice(0, 100)]) {
    t.throws(() => wrk.read(text, 100), { name: 'OperationalError', message: /^the output of wrk cannot be read:/ })
  }
})

t.test('locust: the results of its workers are added up', async function (t) {
  const worker = (more) => ({
    users: 5,
    requests: 1005,
    inTime: 1000,
    inTimeMs: 4000,
    answeringMs: 4020,
    errors: 1,
    timeouts: 1,
    bytes: 3000,
    maxMs: 4.567,
    latencies: { 4000: 1005 },
    statuses: { 200: 1000, 304: 2, 500: 3 },
    sendingSeconds: 1,
    seconds: 1.1,
    cpuSeconds: 0.55,
    ...more
  })
  const slow = worker({ latencies: { 8000: 1005 }, maxMs: 9, inTimeMs: 5000, cpuSeconds: 1.1 })
  const load = locust.toLoad([worker(), slow], { path: '/', connections: 10, durationSeconds: 1, expects: [304] })
  t.match(load, {
    driver: 'locust',
    requests: 2010,
    requestsPerSecond: 2000,
    errors: 2,
    timeouts: 2,
    non2xx: 10,
    expected: 4,
    latencyMs: { mean: 6, max: 9 },
    generatorUtilization: 1,
    generatorCpuShare: 1.5
  })
  t.ok(Math.abs(load.latencyMs.p50 / 4 - 1) < 0.01)
  t.equal(load.betweenMs, 0.5, '10 s of all connections, 9 s of them in requests')
  t.equal(littlesLaw({ ...load, latencyMs: { mean: 4.5 } }), 1)
})

t.test('an unknown driver is rejected with a list of the known ones', async function (t) {
  t.throws(() => findDriver('ab'), { name: 'OperationalError', message: new RegExp(`${drivers.map(({ name }) => name).join(', ')}\\.`) })
})
