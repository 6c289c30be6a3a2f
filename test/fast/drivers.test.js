'use strict'

const t = require('tap')
const { findDriver } = require('../../harness/drivers')
const rewrk = require('../../harness/drivers/rewrk')
const wrk = require('../../harness/drivers/wrk')

const WRK = `Running 2s test @ http://127.0.0.1:3000/seed/v1
  1 threads and 100 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.92ms  115.43us   4.94ms   92.61%
    Req/Sec    51.50k     3.11k   53.60k    90.91%
  Latency Distribution
     50%    1.77ms
     75%    2.02ms
     90%  992.00us
     99%    1.20s 
  102620 requests in 2.00s, 1.00GB read
Requests/sec:  51310.45
Transfer/sec:    512.35MB
`

t.test('wrk: every unit is read', async function (t) {
  t.match(wrk.read(WRK), {
    driver: 'wrk',
    seconds: 2,
    requests: 102_620,
    requestsPerSecond: 51_310,
    bytesPerSecond: 2 ** 29,
    latencyMs: { mean: 1.92, p50: 1.77, p90: 0.992, p99: 1200, max: 4.94 },
    non2xx: 0,
    errors: 0
  })
})

t.test('wrk: errors and refusals are counted', async function (t) {
  const text = WRK + '  Socket errors: connect 1, read 2, write 3, timeout 4\n  Non-2xx or 3xx responses: 7\n'
  t.match(wrk.read(text), { errors: 10, timeouts: 4, non2xx: 7 })
})

t.test('what is not understood is said, with what was printed', async function (t) {
  for (const text of ['', 'unable to connect', WRK.slice(0, 100)]) t.throws(() => wrk.read(text), { name: 'Fault', message: /cannot read/ })
  for (const text of ['', '{', '{"requests_total": "many"}', 'null']) t.throws(() => rewrk.read(text, 1), { name: 'Fault' })
})

t.test('an unknown driver is refused, with the known ones', async function (t) {
  t.throws(() => findDriver('ab'), { name: 'Fault', message: /autocannon, wrk, rewrk/ })
})
