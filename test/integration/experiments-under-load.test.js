'use strict'

// The experiments under load: warnings, refusals, and what a comparison of them consists of.

const t = require('tap')
const { drive, findDriver } = require('hot-path/load/drivers')
const { start } = require('hot-path/process/subject')
const { subjects: catalog } = require('../support/config')
const { hotPath } = require('../support/helper')

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

t.test('compare measures every subject in every round, and gives the ratios', async function (t) {
  const { samples, ratios, again } = await json(t, [
    'compare',
    '02-fixed-listener',
    '3',
    '--rounds=2',
    '--duration=0.3',
    '--timeline=1'
  ])
  t.equal(
    again,
    'npx hot-path compare 02-fixed-listener 3 --rounds=2 --duration=0.3 --timeline=1',
    'and one can do it again'
  )
  t.same(
    samples.map(({ round, subject }) => `${round} ${subject}`),
    ['1 02-fixed-listener', '1 03-optimized', '2 03-optimized', '2 02-fixed-listener']
  )
  t.match(ratios, [{ subject: '03-optimized', over: '02-fixed-listener' }])
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
