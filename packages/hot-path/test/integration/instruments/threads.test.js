'use strict'

// A server that computes outside its main thread: the report names the thread or process, and the line.

const { spawn } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const path = require('path')
const autocannon = require('autocannon')
const t = require('tap')
const { freePort } = require('../../../src/process/free-port')
const { ROOT, begin, hotPath } = require('../../support/helper')

const FOLDER = path.join(ROOT, 'packages/hot-path/test/fixtures/threads')

// `thread`: the thread or process that runs the function.
const SERVERS = {
  'one-worker': { name: 'sign', thread: /^worker thread 1 \(signer\)$/ },
  'pool-of-four': { name: 'shrink', thread: /^worker thread \d$/ },
  'cluster-of-two': { name: 'tariff', thread: /^cluster worker 2 \(process \d+\)$/ }
}

for (const [server, { name, thread }] of Object.entries(SERVERS)) {
  const look = (t, instrument, ...more) =>
    hotPath([instrument, path.join(FOLDER, `${server}.js`), '--connections=10', '--no-open', '--json', ...more], { cwd: t.testdir() })

  t.test(`${server}: cpu-profile reports each thread and process, and all together`, async function (t) {
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

t.test('attach profiles the worker thread of a running process, and leaves it unchanged', async function (t) {
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
  t.type(passed.loopUtilization, 'number')
  t.same({ non2xx, errors }, { non2xx: 0, errors: 0 }, 'no request failed')
  const ended = once(child, 'exit')
  child.kill()
  await ended
})

t.test('memory that a worker thread retains is found, with its line', async function (t) {
  const file = path.join(FOLDER, 'keeps-articles.js')
  const source = fs.readFileSync(file, 'utf8').split('\n')
  const args = ['checkup', file, '--connections=5', '--duration=4', '--no-open', '--json']
  const { status, stdout, stderr } = await hotPath(args, { cwd: t.testdir() })
  t.equal(status, 0, stderr)
  const [{ name, sentence, places }] = JSON.parse(stdout).findings
  t.match({ name, sentence }, { name: 'memory-growth', sentence: /^Memory of worker threads grows/ })
  const line = source.findIndex((text) => text.includes('known.set(')) + 1
  t.match(places[0], { file, line, of: 'allocations still in use in worker thread 1 (index)' })
})
