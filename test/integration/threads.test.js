'use strict'

// A server that computes beside its main thread: the thread or the process that does is named, and its line.

const { spawn } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const path = require('path')
const autocannon = require('autocannon')
const t = require('tap')
const { freePort } = require('hot-path/process/free-port')
const { ROOT, begin, hotPath } = require('../support/helper')

const FOLDER = path.join(ROOT, 'packages/hot-path/test/fixtures/threads')

// `source`: where the line is; `thread`: who runs it; `finding`: what the check-up calls it.
const SERVERS = {
  'one-worker': { source: 'one-worker', name: 'sign', thread: /^worker thread 1 \(signer\)$/, finding: 'thread-pool' },
  'pool-of-four': { source: 'thumbnail', name: 'shrink', thread: /^worker thread \d$/, finding: 'thread-pool' },
  'cluster-of-two': { source: 'cluster-of-two', name: 'tariff', thread: /^cluster worker 2 \(process \d+\)$/, finding: 'several-processes' }
}

for (const [server, { source, name, thread, finding }] of Object.entries(SERVERS)) {
  const lines = fs.readFileSync(path.join(FOLDER, `${source}.js`), 'utf8').split('\n')
  const line = lines.findIndex((text) => text.includes('<- here')) + 1
  const look = (t, instrument, ...more) =>
    hotPath([instrument, path.join(FOLDER, `${server}.js`), '--connections=10', '--no-open', '--json', ...more], { cwd: t.testdir() })

  t.test(`${server}: the check-up names the line, and who runs it`, async function (t) {
    const { stdout, stderr } = await look(t, 'checkup', '--duration=4')
    const { findings: [first] } = JSON.parse(stdout || '{"findings":[]}')
    t.match(first, { name: finding, places: [{ line, function: name }] }, stderr)
    t.match(path.basename(first.places[0].file), `${source}.js`)
    const whats = first.evidence.map(({ what }) => what.replace(/^(CPU|event-loop utilisation) of /, ''))
    t.ok(whats.some((what) => thread.test(what)), whats.join('; '))
    if (finding === 'several-processes') {
      t.match(first.sentence, /Cluster worker 2 \(process \d+\) is full: .* times the CPU that cluster worker 1/)
    } else t.match(first.sentence, 'the worker threads have none')
  })

  t.test(`${server}: cpu-profile tells threads and processes apart, and together`, async function (t) {
    const { status, stdout, stderr } = await look(t, 'cpu-profile', '--duration=3')
    t.equal(status, 0, stderr)
    const { hottest, threads, report } = JSON.parse(stdout)
    t.match(hottest.find(({ kind }) => kind === 'app'), { name })
    t.ok(threads.some(({ title }) => title === 'main thread'), 'the main thread is one of them')
    const busy = threads.find((one) => one.hottest?.name === name)
    t.match(busy?.title, thread)
    const raw = fs.readdirSync(path.dirname(report)).filter((file) => file.endsWith('.cpuprofile'))
    t.equal(raw.length, threads.length, 'the profile of each is kept')
  })
}

t.test('a process that serves others: its worker thread is profiled, and left as it was', async function (t) {
  const port = await freePort()
  const child = spawn(process.execPath, [path.join(FOLDER, 'one-worker.js')], { env: { ...process.env, HOST: '127.0.0.1', PORT: String(port) }, stdio: 'ignore' })
  t.teardown(() => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(url).catch(() => null))) await new Promise((resolve) => setImmediate(resolve))
  const load = autocannon({ url, connections: 10, duration: 60 })
  const { status, stdout, stderr } = await begin(['attach', String(child.pid), '--duration=2', '--json', '--no-open'], { cwd: t.testdir() }).ended
  load.stop()
  const { non2xx, errors } = await load
  t.equal(status, 0, stderr)
  const { threads, passed } = JSON.parse(stdout)
  t.match(threads.find(({ title }) => title === 'worker thread 1 (signer)'), { hottest: { name: 'sign', line: 9 } })
  t.ok(passed.loopUtilization < 0.8, `the main thread has time to spare: ${passed.loopUtilization}`)
  t.same({ non2xx, errors }, { non2xx: 0, errors: 0 }, 'no request failed')
  const ended = once(child, 'exit')
  child.kill()
  await ended
})
