'use strict'

// Connections, requests, threads and processes of a server, as reported by the agent inside it and by the system.

const { spawn } = require('child_process')
const { once } = require('events')
const http = require('http')
const net = require('net')
const path = require('path')
const t = require('tap')
require('../support/helper')
const requestWaits = require('../../src/agent/probes/request-waits')
const { readTelemetry } = require('../../src/measurement/follow')
const { usageOf } = require('../../src/process/process-tree')
const { start } = require('../../src/process/subject')
const { toSubject } = require('../../src/config/subjects')

const SERVE = "require('http').createServer((req, res) => res.end('hello')).listen(process.env.PORT, process.env.HOST)"
const HELPER = `if (process.argv[2]) setInterval(() => {}, 1000)
else { require('child_process').fork(__filename, ['helper']); ${SERVE} }`
const THREADS = `const { Worker, isMainThread } = require('worker_threads')
if (isMainThread) { for (const name of ['a', 'b']) new Worker(__filename, { name }); ${SERVE} }
else setInterval(() => {}, 1000)`

t.test('a connection that was opened and closed just now is in a reading that lists resources', async function (t) {
  const directory = t.testdir({ 'server.js': SERVE })
  const running = await start(toSubject(path.join(directory, 'server.js')), { directory, processMetrics: true })
  t.teardown(() => running.kill())
  const connections = async () => (await readTelemetry(running, 'list')).resources.TCPSocketWrap ?? 0
  while ((await connections()) > 0); // by which the tool saw that the server is up
  const client = net.connect(running.address.port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(client, 'data')
  t.equal(await connections(), 1)
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  await once(client.resume(), 'close')
  while ((await connections()) > 0); // the server closes its end after the client
})

t.test('of requests that arrive together, not only the first are sampled', async function (t) {
  const CONNECTIONS = 500
  const waiting = []
  const server = http.createServer(function (req, res) {
    waiting.push(res)
    if (waiting.length === CONNECTIONS) for (const one of waiting.splice(0)) one.end()
  })
  t.teardown(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const probe = requestWaits()
  const lastOf = async function () {
    probe('begin', String(CONNECTIONS))
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, i) => answered(`http://127.0.0.1:${server.address().port}/${i}`)))
    return Math.max(...probe('end').requests.map(({ route }) => Number(route.split('/')[1])))
  }
  const last = [await lastOf(), await lastOf(), await lastOf()]
  t.ok(Math.max(...last) > 0.5 * CONNECTIONS, last.join())
})

/** @param {string} url */
async function answered (url) {
  const [res] = await once(http.get(url, { agent: false }), 'response')
  await once(res.resume(), 'end')
}

t.test('worker threads are counted from inside, child processes from outside', async function (t) {
  const begin = async (code) => {
    const directory = t.testdir({ 'server.js': code })
    const running = await start(toSubject(path.join(directory, 'server.js')), { directory, processMetrics: true })
    t.teardown(() => running.kill())
    return running
  }
  const threads = await begin(THREADS)
  t.match(await threads.processMetrics(), { workers: 2 })
  t.match(threads.usageBelow(), { processes: 0, cpuMs: 0 })
  const processes = await begin(HELPER)
  t.match(await processes.processMetrics(), { workers: 0 })
  t.match(processes.usageBelow(), { processes: 1 })
  t.ok(processes.usage().cpuMs > processes.usageBelow().cpuMs)
})

t.test(
  'CPU time of ended child processes is attributed to the server',
  { skip: process.platform !== 'linux' && 'only Linux tells' },
  async function (t) {
    const burns = 'while (process.cpuUsage().user < 300_000);'
    const script = `require('child_process').execFileSync(process.execPath, ['-e', '${burns}'])
    const { user, system } = process.cpuUsage()
    console.log((user + system) / 1000)
    process.stdin.resume()`
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
    t.teardown(() => parent.kill())
    const [ownMs] = await once(parent.stdout.setEncoding('utf8'), 'data')
    t.ok(usageOf(parent.pid).cpuMs > Number(ownMs) + 200)
  }
)

t.test('the reported size of the thread pool is the one the server was started with', async function (t) {
  const hello = {
    id: 'hello',
    title: 'hello',
    entry: path.join(__dirname, '../fixtures/hello.js'),
    file: 'hello.js',
    path: '/'
  }
  for (const [asked, size] of [
    ['7', 7],
    ['0', 1],
    ['many', 1],
    ['5000', 1024]
  ]) {
    const running = await start(
      { ...hello, env: { UV_THREADPOOL_SIZE: asked } },
      { directory: t.testdir(), processMetrics: true }
    )
    t.match(await running.probe(require.resolve('../../src/agent/probes/telemetry')), { poolSize: size }, asked)
    await running.kill()
  }
})
