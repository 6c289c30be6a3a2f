'use strict'

// The experiments under load: the finding that the texts promise is the finding that is made.

const path = require('path')
const t = require('tap')
const { subjects: catalog } = require('../support/config')
const { drive, findDriver } = require('hot-path/load/drivers')
const { start } = require('hot-path/process/subject')
const { ROOT, hotPath, serve } = require('../support/helper')
const { okUnlessBusy, watchMachine } = require('../support/performance')

async function json (t, args) {
  const { status, stdout, stderr } = await hotPath([...args, '--json'])
  t.equal(status, 0, stderr)
  return JSON.parse(stdout)
}

t.test('trace-warnings: one warning, and it comes from attachAfterEvent', async function (t) {
  const { warnings } = await json(t, ['trace-warnings', '--duration=1'])
  t.equal(warnings.length, 1)
  t.equal(warnings[0].name, 'MaxListenersExceededWarning')
  t.match(
    warnings[0].stack.find(({ kind }) => kind === 'app'),
    { name: 'attachAfterEvent', file: /trace-warnings.util\.js$/ }
  )
})

t.test('trace-warnings: step 1 is silenced, step 2 has nothing to say', async function (t) {
  for (const step of ['1', '2']) t.same((await json(t, ['trace-warnings', step, '--duration=1'])).warnings, [])
})

t.test('overload-protection: under load, 503 with Retry-After', async function (t) {
  const subject = catalog.find(({ id }) => id === 'overload-protection')
  const running = await start({ ...subject, env: { MAX_EVENT_LOOP_DELAY_MS: '20' } }, { directory: t.testdir() })
  t.teardown(() => running.kill())
  const workload = { path: subject.path, connections: 50, durationSeconds: 2, expects: [503] }
  const loading = drive(findDriver('autocannon'), running.address, workload)
  const url = `http://127.0.0.1:${running.address.port}${subject.path}`
  let refused
  loading.finally(() => {
    refused ??= null
  })
  while (refused === undefined) {
    const answer = await fetch(url)
    await answer.text()
    if (answer.status === 503) refused = answer
  }
  const load = await loading
  t.ok(refused?.headers.get('retry-after'), 'it says when to come back')
  t.ok(load.non2xx > 0 && load.non2xx === load.expected, 'and the load expects it')
})

t.test('a hang that a closed loop leaves out is seen at a fixed pace', async function (t) {
  const subject = {
    id: 'stalls-once',
    title: '',
    entry: path.join(ROOT, 'packages/hot-path/test/fixtures/stalls-once.js'),
    file: 'stalls-once.js',
    path: '/'
  }
  async function latencyUnder (pace) {
    const running = await start(subject, { directory: t.testdir() })
    const load = await drive(findDriver('autocannon', { pace }), running.address, {
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

t.test('paced: what is asked for is what comes, and nothing is lost', async function (t) {
  const { running } = await serve(t, 'offload-in-loop')
  const interference = watchMachine(t)
  const pace = { requestsPerSecond: 50, beside: { path: '/nope', requestsPerSecond: 10 } }
  const load = await drive(findDriver('autocannon', { pace }), running.address, {
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

t.test('compare measures every subject in every round, and gives the ratios', async function (t) {
  const { samples, ratios, again } = await json(t, [
    'compare',
    '02-fixed-listener',
    '3',
    'ceiling',
    '--rounds=2',
    '--duration=0.3',
    '--timeline=1'
  ])
  t.equal(
    again,
    'npx hot-path compare 02-fixed-listener 3 ceiling --rounds=2 --duration=0.3 --timeline=1',
    'and one can do it again'
  )
  t.same(
    samples.map(({ round, subject }) => `${round} ${subject}`),
    ['1 02-fixed-listener', '1 03-optimized', '1 ceiling', '2 ceiling', '2 03-optimized', '2 02-fixed-listener']
  )
  t.match(ratios, [
    { subject: '03-optimized', over: '02-fixed-listener' },
    { subject: 'ceiling', over: '02-fixed-listener' }
  ])
})

t.test('compare shows a table that fits a terminal', async function (t) {
  const { status, stdout } = await hotPath([
    'compare',
    '2',
    '3',
    '--rounds=1',
    '--duration=0.3',
    '--timeline=0',
    '--no-open'
  ])
  t.equal(status, 0)
  t.match(stdout, /^02-fixed-listener +[\d,]+ /m)
  for (const line of stdout.split('\n')) t.ok(line.length <= 80, line)
})

t.test('a goal that nobody meets is a no', async function (t) {
  const interference = watchMachine(t)
  const { status, stdout } = await hotPath([
    'compare',
    '2',
    '--goal=10000000',
    '--rounds=20', // few short ones are too noisy to tell beside a neighbour
    '--duration=0.2',
    '--timeline=0',
    '--no-open'
  ])
  okUnlessBusy(t, status === 1 && stdout.includes('None meets the goal.'), stdout, interference)
})

t.test('threshold sees how long the event loop stands still, and leaves room', async function (t) {
  const { delaysMs, maxEventLoopDelay } = await json(t, [
    'threshold',
    'packages/hot-path/test/fixtures/blocks-often.js',
    '--rounds=2',
    '--duration=0.5'
  ])
  t.equal(delaysMs.length, 2)
  // The loop is asked every 10 ms, so of a block of 60 ms at least 50 are seen.
  for (const ms of delaysMs) t.ok(ms >= 49, `${ms} ms, of a server that blocks for 60 ms`)
  t.ok(maxEventLoopDelay >= 2 * Math.max(...delaysMs), `${maxEventLoopDelay} ms`)
})
