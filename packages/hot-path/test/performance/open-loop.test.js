'use strict'

// An open loop: gate and comparison of servers with equal CPU time, one of which has a higher latency.

const t = require('tap')
const { hotPath } = require('../support/helper')
const { okUnlessBusy, watchMachine } = require('../support/performance')

const serverThatWaits = (/** @type {number} */ ms) => `require('http')
  .createServer((req, res) => setTimeout(() => res.end('ok'), ${ms}))
  .listen(process.env.PORT, process.env.HOST)
`
const RATE = 50

t.setTimeout(120_000)

t.test('a candidate that only waits longer fails at a constant rate, by its latency', async function (t) {
  const interference = watchMachine(t)
  const cwd = t.testdir({ 'before.js': serverThatWaits(5), 'after.js': serverThatWaits(25) })
  const args = ['gate', '--baseline=before.js', '--candidate=after.js', `--rate=${RATE}`, '--budget=10s', '--no-places', '--json']
  let asked = await hotPath(args, { cwd })
  // One late moment of the load generator invalidates a round, and there are few.
  if (asked.status === 3) asked = await hotPath(args, { cwd })
  const { status, stdout, stderr } = asked
  t.match(stderr, `${RATE} requests per second, over at most 50 connections`)
  const { verdict, witnesses, samples } = JSON.parse(stdout)
  t.strictSame(Object.keys(witnesses).slice(0, 2), ['serverCpuUsPerRequest', 'latencyMs.mean'])
  okUnlessBusy(t, status === 1 && verdict === 'fails', `${status} ${verdict}`, interference)
  for (const { requests, seconds, errors, non2xx, driver } of samples) {
    t.match({ errors, non2xx, driver }, { errors: 0, non2xx: 0, driver: 'paced' })
    const achieved = requests / seconds
    okUnlessBusy(t, Math.abs(achieved / RATE - 1) < 0.1, `${achieved} requests per second`, interference)
  }
})

t.test('a comparison at a constant rate is judged by the p99 latency', async function (t) {
  const cwd = t.testdir({ 'before.js': serverThatWaits(5), 'after.js': serverThatWaits(25) })
  const { status, stdout, stderr } = await hotPath(
    ['compare', 'before.js', 'after.js', `--rate=${RATE}`, '--rounds=1', '--timeline=0', '--json', '--no-open'],
    { cwd }
  )
  t.equal(status, 0, stderr)
  const { question, again, about, samples } = JSON.parse(stdout)
  t.equal(question, 'p99')
  t.match(again, `--rate=${RATE}`)
  t.same(about.before.load.pace, { requestsPerSecond: RATE })
  const [before, after] = samples.map(({ latencyMs }) => latencyMs.p50)
  // Node counts timers in whole milliseconds, so one can fire up to a millisecond early.
  t.ok(before > 4 && after > 24, `${before} and ${after} ms`)
})
