'use strict'

// The public API: each function behind a command returns the record that --json prints, prints nothing, and stops when
// its signal is aborted.

const { execFile, spawn } = require('child_process')
const { EventEmitter, once } = require('events')
const fs = require('fs')
const path = require('path')
const { promisify } = require('util')
const t = require('tap')
const hotPath = require('../..')
const { left } = require('../support/helper')
const { assertRecord } = require('../support/schema')

const HELLO = path.join(__dirname, '../fixtures/hello.js')
const QUICK = { connections: 5, duration: 1 }
const quick = (t, more) => ({ ...QUICK, reports: t.testdir(), ...more })

for (const [name, command] of [['checkup', 'checkup'], ['profile', 'cpu-profile'], ['waits', 'waits'], ['heap', 'heap']]) {
  t.test(`${name} returns the record of ${command}`, async function (t) {
    const stages = new Set()
    const record = await hotPath[name](HELLO, quick(t, { path: '/', onProgress: (stage) => stages.add(stage) }))
    t.match(record, { version: 1, command, subject: 'hello', node: process.version })
    assertRecord(JSON.parse(JSON.stringify(record)))
    t.ok(record.load.requests > 10)
    t.ok(fs.existsSync(record.report))
    t.ok(stages.has('load') && stages.has('start'), [...stages].join())
  })
}

t.test('compare measures each server in every round', async function (t) {
  const record = await hotPath.compare([HELLO, path.join(__dirname, '../fixtures/blocks-often.js')], quick(t, { rounds: 1, duration: 0.2 }))
  t.match(record, { command: 'compare', subjects: ['hello', 'blocks-often'] })
  t.equal(record.samples.length, 2)
})

t.test('gate returns a verdict, and reports its progress to onProgress', async function (t) {
  const told = []
  const { reports } = quick(t)
  const record = await hotPath.gate({
    baseline: HELLO,
    candidate: HELLO,
    budget: 1,
    margin: 0.25,
    alarm: 1,
    connections: 5,
    reports,
    requests: [{ method: 'POST', path: '/orders', body: '{}' }],
    onProgress: (stage) => told.push(stage)
  })
  t.match(record, { command: 'gate', verdict: /holds|inconclusive/ })
  t.match(record.requests, [{ method: 'POST', path: '/orders', body: '(2 bytes)' }], 'it sends the given request')
  t.match(told[0], /^Measuring .*hello\.js and .*hello\.js, interleaved, for /)
  await t.rejects(hotPath.gate({ baseline: HELLO, candidate: HELLO, margin: 0.2, alarm: 0.1, reports }), /--alarm \(the slowdown that must be detected\) is 10%\. It must be larger than --margin .*, which is 20%\./)
})

t.test('load measures a running server, and attach leaves it running', { skip: process.platform !== 'linux' }, async function (t) {
  const server = spawn(process.execPath, ['-e', "require('http').createServer((q, r) => r.end('x')).listen(0, function () { console.log(this.address().port) })"], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => server.kill())
  const [port] = String(await once(server.stdout, 'data')).split('\n')
  const seen = await hotPath.load(`http://127.0.0.1:${port}/a?b=1`, QUICK)
  t.ok(seen.requests > 10 && seen.errors === 0 && seen.non2xx === 0)
  const loading = hotPath.load(`http://127.0.0.1:${port}/`, { ...QUICK, duration: 3 })
  const record = await hotPath.attach(server.pid, quick(t, { look: 'cpu-profile' }))
  t.match(record, { command: 'attach', instrument: 'cpu-profile', pid: server.pid })
  await loading
  t.equal(server.exitCode, null)
})

t.test('an aborted call ends its server and rejects with the reason', async function (t) {
  for (const work of [
    (options) => hotPath.profile(HELLO, options),
    (options) => hotPath.compare([HELLO], { rounds: 9, ...options, duration: 5 })
  ]) {
    const ending = new AbortController()
    const progress = new EventEmitter()
    const options = quick(t, { duration: 30, signal: ending.signal, onProgress: () => progress.emit('made') })
    const done = work(options)
    await once(progress, 'made')
    ending.abort(new Error('enough'))
    await t.rejects(done, { message: 'enough' })
    t.same(await left((args) => args.includes(HELLO)), [], 'its server is gone')
    await t.rejects(work(options), { message: 'enough' }, 'and nothing begins')
  }
})

t.test('a server that does not exist is rejected with a one-line error', async function (t) {
  await t.rejects(hotPath.checkup('no-such.js'), { name: 'OperationalError', message: /there is no subject "no-such.js"/ })
})

t.test('the ES module prints nothing', async function (t) {
  const cwd = t.testdir({
    'look.mjs': `import { checkup, defineConfig } from 'hot-path'
const { command } = await checkup(${JSON.stringify(HELLO)}, { path: '/', connections: 5, duration: 1, config: defineConfig({}) })
process.stdout.write(command)`,
    node_modules: { 'hot-path': t.fixture('symlink', path.resolve(__dirname, '../..')) }
  })
  t.match(await promisify(execFile)(process.execPath, ['look.mjs'], { cwd }), { stdout: 'checkup', stderr: '' })
})

const SERVER = `require('http').createServer((req, res) => res.end('hello'))
  .listen(process.env.PORT, process.env.HOST ?? '127.0.0.1', () => console.log('listening'))`
const SLOWER = SERVER.replace("res.end('hello')", "{ for (let i = 0; i < 1e6; i++); res.end('hello') }")
const EXAMPLES = fs.readFileSync(path.resolve(__dirname, '../../../../docs/api.md'), 'utf8').matchAll(/```js\n([^]*?)```/g)

for (const [, code] of EXAMPLES) {
  const [, names] = /import \{ (.*) \} from 'hot-path'/.exec(code)
  t.test(`the example of ${names} runs`, { skip: names.includes('attach') && process.platform !== 'linux' }, async function (t) {
    const cwd = t.testdir({
      'example.mjs': code,
      'server.js': SERVER,
      'old.js': SLOWER, // of two that are equal, a busy machine can make one look slower
      node_modules: { 'hot-path': t.fixture('symlink', path.resolve(__dirname, '../..')) }
    })
    const { stdout } = await promisify(execFile)(process.execPath, ['example.mjs'], { cwd })
    t.ok(stdout.length > 5, stdout)
  })
}
