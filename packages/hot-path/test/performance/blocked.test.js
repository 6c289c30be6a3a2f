'use strict'

// A process whose event loop does not turn is diagnosed, and not changed. Without a free core, the cause would be that.

const fs = require('fs')
const http = require('http')
const path = require('path')
const t = require('tap')
const { attach, serve } = require('../support/attached')
const { childrenOf, listensOn } = require('../../src/process/process-tree')

const SERVER = path.join(__dirname, '../fixtures/blocked/for-good.js')
const SOURCE = fs.readFileSync(SERVER, 'utf8').split('\n')
const MOST_SECONDS = 4
// Other tests use the usual port of the inspector meanwhile.
const OWN_PORT = ['--inspect-port=0']
const SMALL_HEAP = ['--max-old-space-size=100']

const CAUSES = {
  loop: 'computation',
  pattern: 'computation',
  parse: 'computation',
  sleep: 'synchronous wait',
  command: 'synchronous call',
  garbage: 'garbage collection'
}

for (const [way, cause] of Object.entries(CAUSES)) {
  t.test(`${way}: the cause and the line, within seconds`, async function (t) {
    const { child, folder, url } = await serve(t, { args: [...OWN_PORT, ...(way === 'garbage' ? SMALL_HEAP : []), SERVER] })
    const ports = listensOn(child.pid)
    const request = http.get(`${url}/${way}`).on('error', () => {})
    await new Promise((resolve) => request.once('finish', resolve))
    const { status, stdout, stderr } = await attach(folder, child.pid, '--json').ended
    for (const command of childrenOf(child.pid)) t.teardown(() => process.kill(command, 'SIGKILL'))
    t.equal(status, 0, stderr)
    const { blocked } = JSON.parse(stdout)
    t.equal(blocked.cause, cause)
    const line = SOURCE.findIndex((text) => text.endsWith(`// <- ${way}`)) + 1
    t.match(blocked.places[0], { file: SERVER, line }, JSON.stringify(blocked))
    t.ok(blocked.seconds < MOST_SECONDS, `${blocked.seconds} s`)
    if (cause !== 'synchronous call') t.same(listensOn(child.pid), ports, 'its inspector is closed again')
    t.equal(child.exitCode, null)
    request.destroy()
  })
}

t.test('stalls are caught while they last, with cause and line', async function (t) {
  const file = path.join(__dirname, '../fixtures/blocked/now-and-then.js')
  const lines = fs.readFileSync(file, 'utf8').split('\n')
  const { child, folder } = await serve(t, { args: [...OWN_PORT, file] })
  const ports = listensOn(child.pid)
  const { status, stdout, stderr } = await attach(folder, child.pid, 'stalls', '--duration=5', '--json').ended
  t.equal(status, 0, stderr)
  const { stalls } = JSON.parse(stdout)
  for (const cause of ['computation', 'synchronous wait']) {
    const stall = stalls.find((one) => one.cause === cause)
    t.match(stall?.places[0], { file, line: lines.findIndex((text) => text.endsWith(`// <- ${cause}`)) + 1 }, stdout)
    t.ok(stall?.seconds >= 0.3 && stall.seconds < 1, `${stall?.seconds} s of 0.4 s, of which 50 ms may pass unseen`)
  }
  t.same(listensOn(child.pid), ports, 'its inspector is closed again')
  const none = await attach(folder, child.pid, 'stalls', '--duration=2', '--longer-than=3000').ended
  t.match(none, { status: 0, stdout: /^No stall of 3000 ms or longer in 2 s\. The process was restored\.\n$/ }, none.stderr)
})

t.test('a process that ends while its stalls are watched is reported', async function (t) {
  const { child, folder } = await serve(t, { args: [...OWN_PORT, SERVER] })
  const run = attach(folder, child.pid, 'stalls', '--duration=60')
  await run.says('for 60 s')
  child.kill('SIGKILL')
  const { status, stderr } = await run.ended
  t.equal(status, 2)
  t.match(stderr, /for-good\.js \(process \d+\) has ended/)
  t.notMatch(stderr, /\n {4}at /)
})
