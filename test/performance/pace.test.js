'use strict'

// Measurements at a constant rate and in a closed loop, goals, and event-loop delays.

const path = require('path')
const t = require('tap')
const { drive, findDriver, start } = require('hot-path/testing')
const { ROOT, hotPath, serve } = require('../support/helper')
const { okUnlessBusy, watchMachine } = require('../../packages/hot-path/test/support/performance')

async function json (t, args) {
  const { status, stdout, stderr } = await hotPath([...args, '--json'])
  t.equal(status, 0, stderr)
  return JSON.parse(stdout)
}

t.test('a hang that a closed loop hides is visible at a constant rate', async function (t) {
  const subject = {
    id: 'stalls-once',
    title: '',
    entry: path.join(ROOT, 'packages/hot-path/test/fixtures/stalls-once.js'),
    file: 'stalls-once.js',
    path: '/'
  }
  async function latencyUnder (pace) {
    const running = await start(subject, { directory: t.testdir() })
    const load = await drive(findDriver('built-in', { pace }), running.address, {
      path: '/',
      connections: 10,
      durationSeconds: 2,
      pace
    })
    await running.stop()
    return load.latencyMs
  }
  const interference = watchMachine(t)
  const paced = await latencyUnder({ requestsPerSecond: 100 })
  const closed = await latencyUnder(undefined)
  t.ok(paced.max >= 250 && closed.max >= 250, 'both have seen it')
  t.ok(paced.p90 >= 50, `at a fixed pace, one in ten has waited: ${paced.p90} ms`)
  okUnlessBusy(t, closed.p99 < 50, `in a closed loop, not one in a hundred: ${closed.p99} ms`, interference)
})

t.test('a constant-rate load sends the requested rate and loses no request', async function (t) {
  const { running } = await serve(t, 'offload-in-loop')
  const interference = watchMachine(t)
  const pace = { requestsPerSecond: 50, beside: { path: '/nope', requestsPerSecond: 10 } }
  const load = await drive(findDriver('built-in', { pace }), running.address, {
    path: '/cheap',
    connections: 10,
    durationSeconds: 1,
    pace
  })
  t.match(load, { driver: 'paced', requests: 50, non2xx: 0, errors: 0 })
  okUnlessBusy(
    t,
    load.requestsPerSecond > 40 && load.requestsPerSecond <= 55,
    `${load.requestsPerSecond} a second`,
    interference
  )
})

// The load generator limits the measured throughput of a fast server, but not that of a server that waits.
const WAITS = "require('http').createServer((q, s) => setTimeout(() => s.end('x'), 20)).listen(process.env.PORT, process.env.HOST)"
t.test('compare reports a goal that a server meets', async function (t) {
  const interference = watchMachine(t)
  const cwd = t.testdir({ 'waits.js': WAITS })
  const measured = ['--rounds=3', '--duration=0.2', '--timeline=0', '--connections=10', '--no-open']
  const { status, stdout } = await hotPath(['compare', 'waits.js', '--goal=100', ...measured], { cwd })
  okUnlessBusy(t, status === 0 && stdout.includes('The first to meet the goal: waits.'), `${status} ${stdout}`, interference)
})

t.test('threshold measures event-loop delays, and recommends a limit with a margin', async function (t) {
  const { delaysMs, maxEventLoopDelay } = await json(t, [
    'threshold',
    'packages/hot-path/test/fixtures/blocks-often.js',
    '--rounds=2',
    '--duration=0.5'
  ])
  t.equal(delaysMs.length, 2)
  // The delay is sampled every 10 ms, so at least 50 ms of a 60 ms block are measured.
  for (const ms of delaysMs) t.ok(ms >= 49, `${ms} ms, of a server that blocks for 60 ms`)
  t.ok(maxEventLoopDelay >= 2 * Math.max(...delaysMs), `${maxEventLoopDelay} ms`)
})
