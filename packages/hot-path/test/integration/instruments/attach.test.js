'use strict'

// Attaches to a running process, which continues as if nothing had happened.

const { spawn } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const net = require('net')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const { withSession } = require('../../../src/process/inspector')
const { listensOn } = require('../../../src/process/process-tree')
const t = require('tap')
const WebSocket = require('ws')
const { ROOT, begin } = require('../../support/helper')
const { SERVER, attach, serve, traffic } = require('../../support/attached')

const OTHER_USER = 65534
t.test('each instrument names the line, and leaves the process unchanged', async function (t) {
  const { child, folder, url, state } = await serve(t)
  const before = await state()
  t.equal(before.inspector, null)
  const stop = traffic(url)
  const profiled = await attach(folder, child.pid, 'cpu-profile', '--duration=2', '--json').ended
  t.equal(profiled.status, 0, profiled.stderr)
  const { hottest, passed, report } = JSON.parse(profiled.stdout)
  t.match(hottest.find(({ kind }) => kind === 'app'), { name: 'total', file: /serves-others\.mjs$/, line: 11 })
  t.ok(passed.requests > 10 && passed.seconds >= 1.9)
  t.ok(fs.existsSync(report) && fs.existsSync(report.replace('.html', '.cpuprofile')))
  const waited = await attach(folder, child.pid, 'waits', '--duration=2').ended
  t.equal(waited.status, 0, waited.stderr)
  t.match(waited.stdout, /Waits says: .* waits at\s+\S*serves-others\.mjs:20\.[^]*waits for a timer[^]*The process was restored\./)
  const kept = await attach(folder, child.pid, 'heap', '--duration=2').ended
  t.equal(kept.status, 0, kept.stderr)
  t.match(kept.stdout, /Heap says: [^]*All allocations, retained or not:[^]*The process was restored\./)
  const { non2xx, errors, timeouts } = await stop()
  t.same({ non2xx, errors, timeouts }, { non2xx: 0, errors: 0, timeouts: 0 }, 'no request failed')
  t.same(await state(), before)
})

t.test('an inspector that was open stays open', async function (t) {
  const { folder, url, state } = await serve(t, { args: ['--inspect=127.0.0.1:0', SERVER] })
  const before = await state()
  const stop = traffic(url)
  const { host } = new URL(before.inspector)
  const { status, stderr } = await attach(folder, host, 'cpu-profile', '--duration=1').ended
  t.equal(status, 0, stderr)
  await stop()
  t.same(await state(), before)
})

const KILLED = [['waits', 'SIGKILL'], ['waits', 'SIGINT'], ['cpu-profile', 'SIGKILL'], ['heap', 'SIGINT'], ['checkup', 'SIGKILL']]

for (const [look, signal] of KILLED) {
  t.test(`the process continues when hot-path ends by ${signal} during ${look}`, async function (t) {
    const { child, folder, url, state } = await serve(t)
    const before = await state()
    const stop = traffic(url)
    const run = attach(folder, child.pid, look, '--duration=30')
    await run.says('for 30 s')
    run.child.kill(signal)
    await run.ended
    let after = await state()
    for (let asked = 1; asked < 200 && JSON.stringify(after) !== JSON.stringify(before); asked++) after = await state()
    t.same(after, before)
    const { errors, non2xx } = await stop()
    t.same({ errors, non2xx }, { errors: 0, non2xx: 0 })
  })
}

for (const signal of ['SIGINT', 'SIGKILL']) {
  t.test(`${signal} at the moment in which the inspector opens: it is closed again`, async function (t) {
    const { child, folder, state } = await serve(t)
    const before = await state()
    const ports = listensOn(child.pid)
    const run = attach(folder, child.pid, '--duration=30')
    while (listensOn(child.pid).length === ports.length) await wait(1) // polls: there is no event
    run.child.kill(signal)
    await run.ended
    let after = await state()
    for (let asked = 1; asked < 500 && JSON.stringify(after) !== JSON.stringify(before); asked++) {
      await wait(10) // the watchdog process works asynchronously
      after = await state()
    }
    t.same(after, before)
  })
}

t.test('the listener of step 1 is named after many requests', async function (t) {
  const { child, folder, url } = await serve(t, { args: ['-e', `process.env.PORT = 0; const { Server } = require('http'); const { listen } = Server.prototype; Server.prototype.listen = function (...args) { this.once('listening', () => console.log(this.address().port)); return listen.call(this, 0, '127.0.0.1') }; require(${JSON.stringify(path.join(ROOT, 'steps/01-slow/index.js'))})`] })
  const stop = traffic(`${url}/seed/v1`)
  const { status, stdout, stderr } = await attach(folder, child.pid, 'cpu-profile', '--duration=3').ended
  await stop()
  t.equal(status, 0, stderr)
  t.match(stdout, /steps\/01-slow\/util\.js:\d+/)
})

t.test('attach rejects non-Node processes and invalid targets with a one-line error', async function (t) {
  const { folder } = await serve(t)
  const asleep = spawn('sleep', ['60'])
  t.teardown(() => asleep.kill())
  const wrong = {
    999999999: /there is no process 999999999/,
    [asleep.pid]: /is not an attachable Node\.js process/,
    '10.1.2.3:9229': /10\.1\.2\.3 is another machine\. Run hot-path there\./,
    '0.0.0.0:9229': /0\.0\.0\.0 means every address of this machine: .*--inspect=127\.0\.0\.1:9229/,
    '127.0.0.1:1': /there is no inspector at 127\.0\.0\.1:1/,
    'here and now': /is neither a process id nor the host:port/
  }
  for (const [target, said] of Object.entries(wrong)) {
    const { status, stderr } = await attach(folder, target).ended
    t.equal(status, 2, target)
    t.match(stderr, said)
  }
  t.equal(asleep.exitCode, null, 'and it has not been signalled')
  t.match((await attach(folder, asleep.pid, 'doctor').ended).stderr, /"doctor" is not an instrument of attach\. Use cpu-profile, heap, waits, checkup or stalls\./)
})

t.test('the program below node --watch is inspected', async function (t) {
  const { child, folder, state } = await serve(t, { args: ['--watch', SERVER] })
  const { pid } = await state()
  t.teardown(() => process.kill(pid, 'SIGKILL'))
  t.not(pid, child.pid)
  const { status, stdout, stderr } = await attach(folder, child.pid, 'cpu-profile', '--duration=1', '--json').ended
  t.equal(status, 0, stderr)
  t.match(JSON.parse(stdout), { pid, file: SERVER })
})

const LISTENS = ['Debugger listening on', 'For help, see: https:']
const ATTACHES = 'Debugger attached.'

for (const [options, lines] of [[[], [...LISTENS, ATTACHES]], [['--inspect-publish-uid=http'], [ATTACHES]]]) {
  for (const instrument of ['cpu-profile', 'waits', 'checkup', 'stalls']) {
    t.test(`${instrument} adds ${lines.length} lines to the log of the application`, async function (t) {
      const { child, folder, state } = await serve(t, { args: ['--inspect-port=0', ...options, SERVER], stderr: 'pipe' })
      let log = ''
      child.stderr.setEncoding('utf8').on('data', (text) => { log += text })
      const { status, stderr } = await attach(folder, child.pid, instrument, '--duration=1').ended
      t.equal(status, 0, stderr)
      t.match(stderr, `on serves-others.mjs (process ${child.pid})`.replace('on', instrument === 'stalls' ? 'of' : 'on'))
      t.equal((await state()).inspector, null)
      t.same(log.trimEnd().split('\n').map((line, i) => line.slice(0, lines[i]?.length)), lines)
    })
  }
}

const BLOCKS = {
  'JavaScript code': 'const until = Date.now() + 1500; while (Date.now() < until);',
  'native code': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)'
}

for (const [what, code] of Object.entries(BLOCKS)) {
  t.test(`a process whose event loop is blocked by ${what} again and again is attached to`, async function (t) {
    const args = ['--inspect-port=0', '-e', `console.log(0); setInterval(() => { ${code} }, 10)`]
    const { child, folder } = await serve(t, { args })
    const { status, stdout, stderr } = await attach(folder, child.pid, '--duration=2').ended
    t.equal(status, 0, stderr)
    t.match(stdout, /The process was restored\./)
    t.same(listensOn(child.pid), [])
  })
}

const CONSUMER = path.join(__dirname, '../../fixtures/takes-jobs.js')

t.test('waits of a consumer are those of the program, as with --no-load', async function (t) {
  const broker = net.createServer((socket) => socket.on('error', () => {}).on('data', () => setTimeout(() => socket.write('job'), 50)))
  t.teardown(() => broker.close())
  await once(broker.on('connection', (socket) => t.teardown(() => socket.destroy())).listen(0, '127.0.0.1'), 'listening')
  const port = String(broker.address().port)
  const { child, folder } = await serve(t, { args: ['--inspect-port=0', CONSUMER, port] })
  const attached = await attach(folder, child.pid, 'waits', '--duration=3', '--json').ended
  const alone = await begin(['waits', CONSUMER, '--no-load', '--duration=2', '--json', '--no-open', '--', port], { cwd: folder }).ended
  const [found, expected] = [attached, alone].map(({ status, stdout, stderr }) => {
    t.equal(status, 0, stderr)
    return JSON.parse(stdout)
  })
  const line = fs.readFileSync(CONSUMER, 'utf8').split('\n').findIndex((text) => text.endsWith('// <- here')) + 1
  t.match(expected.places[0], { line })
  t.match(found.places[0], { file: expected.places[0].file, line, of: expected.places[0].of })
  t.ok(found.places[0].share > 0.5 && found.waits.runningShare < 0.5, JSON.stringify(found))
  t.match(await attach(folder, child.pid, 'waits', '--duration=1').ended, { status: 0, stdout: /Waits says: the program waits for/ })
})

const isRoot = process.getuid?.() === 0

t.test('rejects a process of another user', { skip: !isRoot && 'only root can run a process as another user' }, async function (t) {
  const { child, folder } = await serve(t)
  const { status, stderr } = await begin(['attach', String(child.pid)], { cwd: folder, uid: OTHER_USER, gid: OTHER_USER }).ended
  t.match({ status, stderr }, { status: 2, stderr: `serves-others.mjs (process ${child.pid}) belongs to another user.` })
})

t.test('a process that ends during the run, and one that ignores SIGUSR1, are reported', async function (t) {
  const { child, folder } = await serve(t)
  const run = attach(folder, child.pid, '--duration=30')
  await run.says('for 30 s')
  child.kill('SIGKILL')
  const { status, stderr } = await run.ended
  t.equal(status, 2)
  t.match(stderr, /serves-others\.mjs \(process \d+\) has ended/)
  t.notMatch(stderr, /\n {4}at /)

  const other = await serve(t, { args: ['-e', "process.on('SIGUSR1', () => {}); require('http').createServer().listen(0, function () { console.log(this.address().port) })"] })
  const refused = await attach(folder, other.child.pid).ended
  t.equal(refused.status, 2)
  t.match(refused.stderr, /did not open its inspector\. Was it started with --disable-sigusr1, does it handle SIGUSR1 itself, does another program use port 9229, or does its main thread run native code for long\?/)
})

// Without a pause: an interrupt often comes while Node's own code ends a queue of ticks.
const TICKS = `globalThis.ran = 0
const again = () => Promise.resolve().then(() => process.nextTick(() => setImmediate(again)))
again()
const { open, url } = require('inspector')
open(0, '127.0.0.1')
console.log(url())`

t.test('code that is called through the inspector never stops the ticks of the process', async function (t) {
  const child = spawn(process.execPath, ['-e', TICKS], { stdio: ['ignore', 'pipe', 'ignore'] })
  t.teardown(() => child.kill('SIGKILL'))
  const [url] = await once(child.stdout.setEncoding('utf8'), 'data')
  await withSession(url.trim(), async function (session) {
    for (let i = 0; i < 2000; i++) await session.call(function () { process.nextTick(() => { globalThis.ran++ }) }, [])
    t.equal(await session.evaluate('new Promise((resolve) => setImmediate(() => resolve(ran)))', { awaitPromise: true }), 2000)
    await t.rejects(session.call(function () { throw new Error('broken') }, []), { name: 'OperationalError', message: /cannot load hot-path: Error: broken/ })
  })
  t.equal(child.exitCode, null)
})

/** An expression that returns the URL of the process's inspector, or `closed`. */
const OPEN = "require('inspector').url() ?? 'closed'"

t.test('a process paused by a debugger is reported and stays paused', async function (t) {
  const folder = t.testdir()
  const begun = spawn(process.execPath, ['--inspect-brk=127.0.0.1:0', '-e', ''], { stdio: ['ignore', 'ignore', 'pipe'] })
  t.teardown(() => begun.kill('SIGKILL'))
  const [said] = await once(begun.stderr.setEncoding('utf8'), 'data')
  const [, address] = /ws:\/\/(127\.0\.0\.1:\d+)/.exec(said)
  t.match(await attach(folder, address, '--duration=1').ended, { status: 2, stderr: /the process at 127\.0\.0\.1:\d+ has not started yet: a debugger has paused it \(--inspect-brk\)/ })

  const { child, state } = await serve(t, { args: ['--inspect=127.0.0.1:0', SERVER] })
  const { inspector } = await state()
  const editor = new WebSocket(inspector)
  t.teardown(() => editor.terminate())
  await once(editor, 'open')
  const paused = new Promise((resolve) => editor.on('message', (message) => /"Debugger.paused"/.test(message) && resolve()))
  editor.send('{"id":1,"method":"Debugger.enable"}')
  editor.send('{"id":2,"method":"Runtime.evaluate","params":{"expression":"setTimeout(() => { debugger })"}}')
  await paused
  const { host } = new URL(inspector)
  t.match(await attach(folder, host, '--duration=1').ended, { status: 2, stderr: /a debugger has paused 127\.0\.0\.1:\d+, for example at a breakpoint\. Resume it first\./ })
  t.equal(child.exitCode, null)
})

t.test('a process in another namespace is rejected, and a local inspector is left alone', { skip: !isRoot && 'only root can make one' }, async function (t) {
  const folder = t.testdir()
  const other = spawn(process.execPath, ['--inspect=127.0.0.1:9229', '-e', 'setInterval(() => {}, 500)'], { stdio: ['ignore', 'ignore', 'pipe'] })
  t.teardown(() => other.kill('SIGKILL'))
  await once(other.stderr, 'data')
  for (const namespace of ['--net', '--pid']) {
    const options = namespace === '--pid' ? ['--pid', '--fork'] : [namespace]
    const parent = spawn('unshare', [...options, process.execPath, '-e', 'console.log(process.pid); setInterval(() => {}, 500)'], { stdio: ['ignore', 'pipe', 'ignore'] })
    t.teardown(() => parent.kill('SIGKILL'))
    await once(parent.stdout, 'data')
    const children = fs.readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8').trim()
    const pid = namespace === '--pid' ? Number(children) : parent.pid
    if (namespace === '--pid') t.teardown(() => process.kill(pid, 'SIGKILL'))
    const { status, stderr } = await attach(folder, pid, '--duration=1').ended
    t.equal(status, 2)
    t.match(stderr, /runs in another namespace, for example in a container\. Run hot-path there: docker exec/, namespace)
  }
  t.equal((await fetch('http://127.0.0.1:9229/json/list')).status, 200, "the other's inspector is open as before")
})

t.test('proxy settings of the environment do not apply to the local inspector', async function (t) {
  const { child, folder, state } = await serve(t)
  const before = await state()
  const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:1', http_proxy: 'http://127.0.0.1:1' }
  const { status, stderr } = await begin(['attach', String(child.pid), '--duration=1', '--no-open'], { cwd: folder, env }).ended
  t.equal(status, 0, stderr)
  t.same(await state(), before)
})

t.test('a process that keeps opening ports can be attached to', async function (t) {
  const code = `const net = require('net')
setInterval(() => { for (let i = 0; i < 3; i++) { const server = net.createServer().listen(0, '127.0.0.1', () => setTimeout(() => server.close(), 3)) } }, 1)
require('http').createServer((req, res) => res.end(String(${OPEN}))).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`
  const { child, folder, url } = await serve(t, { args: ['-e', code] })
  const { status, stderr } = await attach(folder, child.pid, '--duration=1').ended
  t.equal(status, 0, stderr)
  t.equal(await (await fetch(url)).text(), 'closed')
})

t.test('attach waits for a process that is still loading', async function (t) {
  const code = `const loaded = Date.now() + 700
console.log(0)
while (Date.now() < loaded);
require('http').createServer((req, res) => res.end()).listen(0, '127.0.0.1')`
  const { child, folder } = await serve(t, { args: ['-e', code] })
  const { status, stderr } = await attach(folder, child.pid, '--duration=1').ended
  t.equal(status, 0, stderr)
})

t.test('of two runs at once, the second is rejected and the first continues', async function (t) {
  const { child, folder, url, state } = await serve(t)
  const before = await state()
  const stop = traffic(url)
  const first = attach(folder, child.pid, 'waits', '--duration=4')
  await first.says('for 4 s')
  for (const look of ['cpu-profile', 'heap']) {
    t.match(await attach(folder, child.pid, look, '--duration=1').ended, { status: 2, stderr: /another hot-path is attached to serves-others\.mjs \(process \d+\)\. Wait until it has finished\.\n$/ })
  }
  t.match(await first.ended, { status: 0, stdout: /The process was restored\./ })
  t.equal((await attach(folder, child.pid, 'cpu-profile', '--duration=1').ended).status, 0, 'then it is free again')
  await stop()
  t.same(await state(), before)
})

t.test('a stopped process, and a program that only resembles node, are not signalled', async function (t) {
  const { child, folder } = await serve(t)
  child.kill('SIGSTOP')
  const stopped = await attach(folder, child.pid, '--duration=1').ended
  t.match(stopped, { status: 2, stderr: new RegExp(`serves-others\\.mjs \\(process ${child.pid}\\) is stopped, .*kill -CONT ${child.pid}`) })
  child.kill('SIGCONT')
  const renamed = `${folder}/my-node-tool`
  fs.copyFileSync(process.execPath, renamed)
  const tool = spawn(renamed, ['-e', 'console.log(); setInterval(() => {}, 500)'], { stdio: ['ignore', 'pipe', 'ignore'] })
  t.teardown(() => tool.kill('SIGKILL'))
  await once(tool.stdout, 'data')
  t.match(await attach(folder, tool.pid, '--duration=1').ended, { status: 2, stderr: /is not an attachable Node\.js process/ })
  t.equal(tool.exitCode, null)
})
