'use strict'

// The control channel between hot-path and the server under test: which connections it accepts, what the server can
// observe of it, and that no wait on it is endless.

const { execFileSync } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const net = require('net')
const path = require('path')
const t = require('tap')
require('../support/helper')
const { openChannel } = require('../../src/process/channel')
const { start } = require('../../src/process/subject')

const TELEMETRY = require.resolve('../../src/agent/probes/telemetry')
const COUNTS = require.resolve('../../src/agent/probes/counts')

function fixture (name, more) {
  const file = `${name}.js`
  return { id: name, title: name, entry: path.join(__dirname, '../fixtures', file), file, path: '/', ...more }
}

/** Starts a subject, and stops it at the end of the test. */
async function serve (t, subject, options = {}) {
  const running = await start(subject, { directory: t.testdir(), processMetrics: true, ...options })
  t.teardown(() => running.kill())
  return { running, ask: async () => (await fetch(`http://127.0.0.1:${running.address.port}/`)).text() }
}

/** Opens a control channel to which no server has connected yet. */
async function line (t) {
  const channel = await openChannel()
  t.teardown(() => channel.close())
  const { port } = channel.address
  async function call () {
    const socket = net.connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return socket.on('error', () => {})
  }
  return { channel, call }
}

t.test('a server that replaces JavaScript built-ins is measured, and ends', async function (t) {
  const { running, ask } = await serve(t, fixture('changes-the-language'))
  const before = await running.processMetrics('reset')
  await running.probe(COUNTS, 'begin')
  for (let i = 0; i < 5; i++) t.equal(await ask(), 'hello')
  const counts = await running.probe(COUNTS, 'end')
  const after = await running.processMetrics('collect')
  const telemetry = await running.probe(TELEMETRY)
  t.equal(after.requests - before.requests, 5)
  t.equal(counts.requests, 5)
  t.ok(counts.allocatedBytes > 0)
  for (const [name, value] of Object.entries({ ...after, pieceUs: telemetry.pieceUs })) t.type(value, 'number', name)
  t.ok(after.atMs > before.atMs)
  t.ok(telemetry.resources.TCPSocketWrap >= 1)
  await running.stop()
})

t.test('a server cannot observe the control channel', async function (t) {
  const { running, ask } = await serve(t, fixture('shows-what-it-sees'))
  await running.processMetrics('collect')
  // This variable marks a server's descendants, so that they are found after both were killed: see process/children.js.
  const env = ['HOT_PATH_FAMILY']
  t.same(JSON.parse(await ask()), { env, modules: [], listen: ['', 0, true], gc: 'undefined' })
})

t.test('a process started by an agent is not the subject, and keeps running', async function (t) {
  const agent = path.join(__dirname, '../fixtures/agent.js')
  const { running, ask } = await serve(t, fixture('hello'), { through: (args) => ['--require', agent, ...args] })
  await ask()
  const [child] = execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((row) => row.includes(agent) && !row.includes('hello.js'))
  t.ok(child, 'it runs')
  t.equal((await running.processMetrics()).requests, 1, 'and the subject is on the line')
})

t.test('the token is on no command line', async function (t) {
  const channel = await openChannel()
  t.teardown(() => channel.close())
  const { running } = await serve(t, fixture('hello'))
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  const row = rows.find((row) => Number.parseInt(row) === running.pid)
  t.match(row, /hello\.js/)
  t.notMatch(row, /[0-9a-f]{20}/)
  if (process.platform !== 'linux') return
  t.match(fs.readFileSync(`/proc/${running.pid}/environ`, 'latin1'), /HOT_PATH_RUN=\{"port":\d+,"token":"[0-9a-f]{48}"/)
  t.equal(fs.statSync(`/proc/${running.pid}/environ`).mode & 0o777, 0o400, 'its environment is for its user alone')
})

t.test('messages of an unauthenticated connection are ignored', async function (t) {
  const { channel, call } = await line(t)
  channel.on('opened', () => t.fail('believed a stranger'))
  for (const words of ['{"token":"wrong"}\n{"opened":{"port":22}}\nnot even JSON\n', '{"opened":{"port":22}}\n', 'x'.repeat(1e5)]) {
    const stranger = await call()
    stranger.write(words)
    await new Promise((resolve) => stranger.resume().once('close', resolve))
  }
  t.equal(channel.socket, null)
})

t.test('silent unauthenticated connections are closed and do not block the server', async function (t) {
  const { channel, call } = await line(t)
  const strangers = await Promise.all(Array.from({ length: 100 }, call))
  const closed = Promise.all(strangers.map((stranger) => stranger.destroyed || new Promise((resolve) => stranger.resume().once('close', resolve))))
  const subject = await call()
  subject.write(JSON.stringify({ token: channel.token, pid: 1 }) + '\n' + JSON.stringify({ opened: { port: 1 } }) + '\n')
  await once(channel, 'opened')
  await closed
  await t.rejects(call(), { code: 'ECONNREFUSED' }, 'no further connection is accepted')
  subject.destroy()
})

t.test('a broken control channel ends the subject, not hot-path', async function (t) {
  const { channel, call } = await line(t)
  const subject = await call()
  subject.write(JSON.stringify({ token: channel.token }) + '\n' + JSON.stringify({ opened: { port: 1 } }) + '\n')
  await once(channel, 'opened')
  subject.resetAndDestroy() // as the system does if a process dies with unread data
  await once(channel, 'gone')
})

t.test('a probe that cannot be loaded is reported, and the server can still be probed', async function (t) {
  const { running } = await serve(t, fixture('hello'))
  await t.rejects(running.probe('/not/there.js'), { name: 'OperationalError', message: /hello\.js cannot be inspected: .*\/not\/there\.js/ })
  t.type((await running.processMetrics()).atMs, 'number', 'and it can be asked again')
})
