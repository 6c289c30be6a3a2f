'use strict'

const { once } = require('events')
const net = require('net')
const path = require('path')
const t = require('tap')
require('../helper')
const { start } = require('../../harness/subject')

function fault (name) {
  return { id: name, title: name, entry: path.join(__dirname, '../fixtures', `${name}.js`), file: `${name}.js`, path: '/' }
}

t.test('a server that ends before it listens: said, with what it printed', async function (t) {
  await t.rejects(start(fault('throws-at-once'), { directory: t.testdir() }), {
    name: 'Fault',
    message: /throws-at-once\.js ended with status 1 before it was told to\. It printed:[^]*no such database/
  })
  await t.rejects(start(fault('exits-at-once'), { directory: t.testdir() }), { message: /ended with status 0 .*It printed nothing/ })
})

t.test('a server that dies under way is reported', async function (t) {
  const running = await start(fault('dies-on-request'), { directory: t.testdir() })
  const died = t.rejects(running.whileAlive(new Promise(() => {})), { message: /ended with status 7 before it was told to/ })
  await t.rejects(fetch(`http://127.0.0.1:${running.address.port}/`))
  await died
  await running.kill()
})

t.test('a server that wants to stay ends all the same', async function (t) {
  const running = await start(fault('ignores-sigint'), { directory: t.testdir() })
  await running.stop()
  await t.rejects(fetch(`http://127.0.0.1:${running.address.port}/`))
})

t.test('vitals count what the server answered', async function (t) {
  const running = await start(fault('hello'), { directory: t.testdir(), vitals: true })
  t.teardown(() => running.kill())
  const before = await running.vitals()
  for (let i = 0; i < 5; i++) await (await fetch(`http://127.0.0.1:${running.address.port}/`)).text()
  const after = await running.vitals()
  t.equal(after.requests - before.requests, 5)
  t.ok(after.cpuUserUs > before.cpuUserUs)
  t.ok(after.atMs > before.atMs)
})

t.test('a stranger on the line is not listened to', async function (t) {
  const { openChannel } = require('../../harness/channel')
  const channel = await openChannel()
  t.teardown(() => channel.close())
  channel.on('opened', () => t.fail('believed a stranger'))
  const stranger = net.connect(channel.env.HOT_PATH_CHANNEL.split(':')[0], '127.0.0.1')
  stranger.end('{"token":"wrong"}\n{"opened":{"port":22}}\nnot even JSON\n')
  await once(stranger.resume(), 'close')
  t.equal(channel.socket, null)
})

t.test('a line that breaks is the end of the subject, not of us', async function (t) {
  const { openChannel } = require('../../harness/channel')
  const channel = await openChannel()
  t.teardown(() => channel.close())
  const subject = net.connect(channel.env.HOT_PATH_CHANNEL.split(':')[0], '127.0.0.1')
  await once(subject, 'connect')
  subject.write(JSON.stringify({ token: channel.token }) + '\n' + JSON.stringify({ opened: { port: 1 } }) + '\n')
  await once(channel, 'opened')
  subject.resetAndDestroy() // as the system does for one who dies with words of ours unread
  await once(channel, 'gone')
})
