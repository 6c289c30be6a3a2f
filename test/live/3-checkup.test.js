'use strict'

// The check-up on real servers under real load. More of it, on more versions of Node: npm run study:checkup

const path = require('path')
const t = require('tap')
const { ROOT, begin, hotPath, okUnlessDisturbed } = require('../helper')

async function checkup (subject, options) {
  const { status, stdout, stderr } = await hotPath(['checkup', subject, '--json', ...options])
  if (!stdout) throw new Error(stderr)
  const record = JSON.parse(stdout)
  return { status, ...record, names: record.findings.map(({ name }) => name) }
}

t.test('step 1 piles something up, and holds the event loop', async function (t) {
  const { names, findings, window } = await checkup('1', ['--duration=5'])
  await okUnlessDisturbed(
    t,
    names.filter((name) => name !== 'host-bound').join() === 'accumulation,event-loop',
    names.join(', ')
  )
  const listeners = findings[0].evidence.find(({ what }) => what.startsWith('listeners'))
  t.ok(listeners.what.includes('"after"') && listeners.value > 100, `${listeners.value} ${listeners.what}`)
  t.ok(window.observerShare < 0.02, `it took ${100 * window.observerShare} % of the main thread`)
})

for (const step of ['2', '3']) {
  t.test(`step ${step} is healthy`, async function (t) {
    const { names } = await checkup(step, ['--duration=5'])
    await okUnlessDisturbed(t, names.join() === 'healthy', names.join(', '))
  })
}

for (const fixture of [
  'gc/queues-callbacks',
  'memory-growth/keeps-every-request',
  'refusing/closes-connections',
  'sync-io/sleeps-in-the-loop',
  'thread-pool/hashes-passwords',
  'waiting/waits-for-a-timer'
]) {
  t.test(fixture, async function (t) {
    const { status, names } = await checkup(path.join(ROOT, `packages/hot-path/test/fixtures/checkup/${fixture}.js`), [
      '--path=/',
      '--duration=3'
    ])
    t.equal(status, 0)
    await okUnlessDisturbed(t, names[0] === path.dirname(fixture), names.join(', '))
  })
}

t.test('a server that dies is no diagnosis, and its last words are told', async function (t) {
  const { status, findings } = await checkup(
    path.join(ROOT, 'packages/hot-path/test/fixtures/checkup/not-enough-data/dies-under-load.js'),
    ['--path=/', '--duration=2']
  )
  t.equal(status, 3)
  t.match(findings[0], { name: 'not-enough-data', evidence: [{ what: /two hundred are enough/ }] })
})

t.test('interrupted, it leaves nobody behind', async function (t) {
  const running = begin([
    'checkup',
    path.join(ROOT, 'packages/hot-path/test/fixtures/checkup/sync-io/sleeps-in-the-loop.js'),
    '--path=/'
  ])
  await running.says('under load')
  running.child.kill('SIGINT')
  t.equal((await running.ended).status, 130)
})
