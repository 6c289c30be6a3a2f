'use strict'

const { execFileSync } = require('child_process')
const path = require('path')
const t = require('tap')
require('../../support/helper')
const { start } = require('../../../src/process/subject')

function fixture (name) {
  return {
    id: name,
    title: name,
    entry: path.join(__dirname, '../../fixtures', `${name}.js`),
    file: `${name}.js`,
    path: '/'
  }
}

t.test('a server that ends before it listens is reported with its output', async function (t) {
  await t.rejects(start(fixture('throws-at-once'), { directory: t.testdir() }), {
    name: 'OperationalError',
    message: /throws-at-once\.js ended unexpectedly with status 1\. It printed:[^]*no such database/
  })
  await t.rejects(start(fixture('exits-at-once'), { directory: t.testdir() }), {
    message: /ended unexpectedly with status 0\. It printed nothing/
  })
})

t.test('a failure to start node is reported, and keeps no process open', async function (t) {
  const program = `
    const { start } = require('./src/process/subject')
    start({ ...${JSON.stringify(fixture('hello'))}, cwd: '/not/there' }, { directory: ${JSON.stringify(t.testdir())} }).catch((err) => console.log(err.message))`
  // The process must end without help, or the time limit throws.
  t.match(
    execFileSync(process.execPath, ['-e', program], {
      cwd: path.join(__dirname, '../../..'),
      encoding: 'utf8',
      timeout: 15_000
    }),
    /^hello\.js cannot be started: the folder \/not\/there does not exist\.$/m
  )
})

t.test('a server that ends during a run is reported', async function (t) {
  const running = await start(fixture('dies-on-request'), { directory: t.testdir() })
  const died = t.rejects(running.whileAlive(new Promise(() => {})), {
    message: /ended unexpectedly with status 7/
  })
  await t.rejects(fetch(`http://127.0.0.1:${running.address.port}/`))
  await died
  await running.kill()
})

t.test('a server that ignores SIGINT is ended', async function (t) {
  const running = await start(fixture('ignores-sigint'), { directory: t.testdir() })
  await running.stop()
  await t.rejects(fetch(`http://127.0.0.1:${running.address.port}/`))
})

t.test('process metrics count the answers of the server', async function (t) {
  const running = await start(fixture('hello'), { directory: t.testdir(), processMetrics: true })
  t.teardown(() => running.kill())
  const before = await running.processMetrics()
  for (let i = 0; i < 5; i++) await (await fetch(`http://127.0.0.1:${running.address.port}/`)).text()
  const after = await running.processMetrics()
  t.equal(after.requests - before.requests, 5)
  t.ok(after.cpuUserUs > before.cpuUserUs)
  t.ok(after.atMs > before.atMs)
})

// Longer than any test: only the limit under test expires.
const LONG_MS = 60_000

t.test('a tool that never finishes its report is not awaited forever', async function (t) {
  const through = (nodeArguments) => [fixture('draws-for-ever').entry, ...nodeArguments]
  const running = await start(fixture('hello'), { directory: t.testdir(), through })
  const stopped = running.stop('exit', { hear: LONG_MS, exit: LONG_MS, draw: 1 })
  await t.rejects(stopped, {
    name: 'OperationalError',
    message: /the tool that runs hello\.js did not draw its report within \d+ s\. .*--duration=5/
  })
})

t.test('a server that closes everything but does not end is not awaited forever', async function (t) {
  const running = await start(fixture('hangs-at-the-end'), { directory: t.testdir() })
  const stopped = running.stop('exit', { hear: LONG_MS, exit: 1, draw: LONG_MS })
  await t.rejects(stopped, {
    name: 'OperationalError',
    message: /hangs-at-the-end\.js disconnected from hot-path, but its process did not end/
  })
})
