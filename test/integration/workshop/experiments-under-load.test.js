'use strict'

// The experiments under load: warnings, error responses, and the structure of a comparison.

const path = require('path')
const t = require('tap')
const { drive, findDriver, measure, start } = require('hot-path/testing')
const { ROOT, subjects: catalog } = require('../../support/config')
const { hotPath } = require('../../support/helper')

async function json (t, args) {
  const { status, stdout, stderr } = await hotPath([...args, '--json'])
  t.equal(status, 0, stderr)
  return JSON.parse(stdout)
}

t.test('trace-warnings reports one warning, from attachAfterEvent', async function (t) {
  const { warnings } = await json(t, ['trace-warnings', '--duration=1'])
  t.equal(warnings.length, 1)
  t.equal(warnings[0].name, 'MaxListenersExceededWarning')
  t.match(
    warnings[0].stack.find(({ kind }) => kind === 'app'),
    { name: 'attachAfterEvent', file: /trace-warnings.util\.js$/ }
  )
})

t.test('trace-warnings reports nothing for step 1 (silenced) and step 2 (fixed)', async function (t) {
  for (const step of ['1', '2']) t.same((await json(t, ['trace-warnings', step, '--duration=1'])).warnings, [])
})

t.test('overload-protection answers 503 with Retry-After under load', async function (t) {
  const subject = catalog.find(({ id }) => id === 'overload-protection')
  const running = await start({ ...subject, env: { MAX_EVENT_LOOP_DELAY_MS: '20' } }, { directory: t.testdir() })
  t.teardown(() => running.kill())
  const workload = { path: subject.path, connections: 50, durationSeconds: 2, expects: [503] }
  const loading = drive(findDriver('built-in'), running.address, workload)
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

t.test('a session measures every subject in every round, in alternating order', async function (t) {
  const entry = path.join(ROOT, 'packages/hot-path/test/fixtures/hello.js')
  const subjects = ['a', 'b'].map((id) => ({ id, title: id, entry, file: 'hello.js', path: '/' }))
  const plan = { driver: 'built-in', connections: 5, warmupSeconds: 0.1, durationSeconds: 0.1, latencySeconds: 0.1, rounds: 3 }
  const { samples } = await measure(subjects, { ...plan, roundsOf: { b: 2 } }, { reports: t.testdir() })
  t.same(samples.map(({ round, subject }) => `${round} ${subject}`), ['1 a', '1 b', '2 b', '2 a', '3 a'])
})

t.test('compare prints the command that repeats it', async function (t) {
  const args = ['compare', '2', '3', '--rounds=1', '--duration=0.3', '--timeline=1']
  const { ratios, again } = await json(t, args)
  t.equal(again, `npx hot-path ${args.join(' ')}`)
  t.match(ratios, [{ subject: '03-optimized', over: '02-fixed-listener' }])
})
