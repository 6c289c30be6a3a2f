'use strict'

// Percentiles of several loads, threads of a load generator, and the removal of wrk's correction.

const t = require('tap')
const { Latencies, mergedPercentiles } = require('../../../src/load/histogram')
const wrk = require('../../../src/load/wrk')

t.test('the p-th percentile is the smallest value that p % do not exceed', async function (t) {
  const loads = Array.from({ length: 4 }, function (_, i) {
    const latencies = new Latencies()
    for (let ms = 1; ms <= 100; ms++) if (ms % 4 === i) latencies.record(ms, 1)
    return latencies.summary()
  })
  const whole = new Latencies()
  for (let ms = 1; ms <= 100; ms++) whole.record(ms, 1)
  for (const { p50, p90, p99, max } of [whole.summary().latencyMs, mergedPercentiles(loads)]) {
    for (const [seen, expected] of [[p50, 50], [p90, 90], [p99, 99], [max, 100]]) {
      t.ok(Math.abs(seen / expected - 1) < 0.005, `${seen}, of ${expected}`)
    }
  }
})

t.test('a latency is never negative', async function (t) {
  const latencies = new Latencies()
  latencies.record(0)
  t.match(latencies.summary().latencyMs, { mean: 0, p50: 0, max: 0 })
  for (const ms of [-0.001, -1, NaN]) t.throws(() => latencies.record(ms), RangeError)
})

t.test('a stall in one of eight loads is in the merged percentiles', async function (t) {
  const loads = Array.from({ length: 8 }, function (_, i) {
    const latencies = new Latencies()
    latencies.record(1.5, 80)
    if (i === 3) latencies.record(300, 20)
    return latencies.summary()
  })
  const { p50, p99, max } = mergedPercentiles(loads)
  t.ok(Math.abs(p50 - 1.5) < 0.03, `${p50}`)
  t.ok(p99 > 290 && max === 300, `${p99}`)
})

t.test("wrk's correction for coordinated omission is removed", async function (t) {
  const raw = new Map([
    [900, 500],
    [1000, 3000],
    [1100, 400],
    [5100, 7],
    [20_050, 3],
    [20_051, 1]
  ])
  const requests = [...raw.values()].reduce((sum, count) => sum + count)
  const [connections, durationUs] = [10, 400_000]
  const intervalUs = Math.floor(durationUs / Math.floor(requests / connections))
  const corrected = new Map(raw)
  for (const us of [...raw.keys()].sort((a, b) => a - b)) {
    // as wrk does, see stats.c
    if (us < 2 * intervalUs) continue
    for (let added = us - intervalUs; added > intervalUs; added -= intervalUs) {
      corrected.set(added, (corrected.get(added) ?? 0) + raw.get(us))
    }
  }
  const text = [
    `  ${requests} requests in 400.00ms, 1.00MB read`,
    `hot-path summary ${durationUs} ${requests}`,
    ...[...corrected].sort(([a], [b]) => a - b).map(([us, count]) => `hot-path latency ${us} ${count}`)
  ].join('\n')
  const { latencyMs } = wrk.read(text, connections)
  const sumUs = [...raw].reduce((sum, [us, count]) => sum + us * count, 0)
  t.ok([...corrected.values()].reduce((a, b) => a + b) > requests, 'wrk has added some')
  t.ok(Math.abs(latencyMs.mean - sumUs / requests / 1000) < 1e-9, `${latencyMs.mean}`)
})
