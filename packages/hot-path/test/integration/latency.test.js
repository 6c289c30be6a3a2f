'use strict'

// Every request that was sent has a latency, and a finished load leaves nothing behind. The servers are a few lines
// each, in this process.

const { execFileSync } = require('child_process')
const { once } = require('events')
const http = require('http')
const net = require('net')
const path = require('path')
const t = require('tap')
const { drive, findDriver } = require('../../src/load/drivers')
const { notPosix } = require('../support/helper')

const ROOT = path.resolve(__dirname, '../..')

/** Loads a server with the default driver. */
async function loaded (t, server, { connections = 10, durationSeconds = 0.3, ...workload } = {}, options = {}) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const address = { host: '127.0.0.1', port: server.address().port }
  return drive(findDriver('built-in'), address, { path: '/', connections, durationSeconds, ...workload }, options)
}

t.test('requests in flight when a load ends are awaited', async function (t) {
  const server = http.createServer((req, res) => setTimeout(() => res.end('late'), 400))
  const load = await loaded(t, server)
  t.match(load, { requests: 10, errors: 0, timeouts: 0 }, 'no answer comes within the load itself')
  t.ok(load.latencyMs.p50 >= 400 && load.latencyMs.max >= load.latencyMs.p50, `${load.latencyMs.p50} ms`)
})

t.test('latencies have a resolution finer than a millisecond', async function (t) {
  const { latencyMs } = await loaded(
    t,
    http.createServer((req, res) => res.end()),
    { connections: 1 }
  )
  t.ok(latencyMs.p50 > 0 && latencyMs.p50 % 1 !== 0, `${latencyMs.p50} ms`)
})

t.test('a constant-rate load sends no request before it is due', async function (t) {
  const server = http.createServer((req, res) => res.end('x'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const address = { host: '127.0.0.1', port: server.address().port }
  for (const requestsPerSecond of [37, 400, 1500]) {
    const pace = { requestsPerSecond }
    const workload = { path: '/', connections: 10, durationSeconds: 0.5, pace }
    const { requests, errors, lateMs, latencyMs } = await drive(findDriver('built-in', { pace }), address, workload)
    t.match({ requests, errors }, { requests: Math.round(requestsPerSecond / 2), errors: 0 })
    t.ok(lateMs >= 0 && latencyMs.p50 > 0.01, `${lateMs} ms late, ${latencyMs.p50} ms`) // an early one would be negative
  }
})

t.test('servers that close their connections are measured, too', async function (t) {
  const closing = http.createServer((req, res) => res.writeHead(200, { connection: 'close' }).end('x'))
  const old = net.createServer((socket) =>
    socket.once('data', () => socket.end('HTTP/1.0 200 OK\r\n\r\nuntil the end')).on('error', () => {})
  )
  for (const server of [closing, old]) {
    const { errors, non2xx, requests } = await loaded(t, server)
    t.ok(requests > 10, `${requests}`)
    t.match({ errors, non2xx }, { errors: 0, non2xx: 0 })
  }
})

const EMPTY = 'Content-Length: 5\r\n\r\n'
const RAW = {
  'HEAD, whose answer announces a body that does not come': [`HTTP/1.1 200 OK\r\n${EMPTY}`, { method: 'HEAD' }],
  'a 304 that announces a body': [`HTTP/1.1 304 Not Modified\r\n${EMPTY}`, { expects: [304] }],
  'a 204 that announces a body': [`HTTP/1.1 204 No Content\r\n${EMPTY}`, {}],
  'two early responses before the answer': [
    `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\nHTTP/1.1 200 OK\r\n${EMPTY}hello`,
    {}
  ],
  'a chunked body with trailers': ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n', {}]
}
for (const [what, [bytes, { method = 'GET', ...workload }]] of Object.entries(RAW)) {
  t.test(`each answer is counted once, without delay: ${what}`, async function (t) {
    let asked = 0
    const server = net.createServer((socket) =>
      socket.on('data', () => { asked++; socket.write(bytes) }).on('error', () => {})
    )
    const load = await loaded(t, server, { requests: [{ method, path: '/' }], ...workload })
    t.match(load, { requests: asked, errors: 0, timeouts: 0 })
    t.ok(asked > 2 * 10, `${asked} by ten connections: a connection that waits for a missing body sends one request`)
  })
}

t.test('a server that closes connections after some requests gets new ones without delay', async function (t) {
  let [asked, connections] = [0, 0]
  const server = http.createServer((req, res) => { asked++; res.end('x') })
  server.maxRequestsPerSocket = 20
  server.on('connection', () => connections++)
  const { requests, errors, timeouts } = await loaded(t, server)
  t.match({ requests, errors, timeouts }, { requests: asked, errors: 0, timeouts: 0 })
  t.ok(connections >= asked / 20, `${asked} requests over ${connections} connections`)
})

t.test('an unrequested response is an error, not an answer', async function (t) {
  const twice = `HTTP/1.1 200 OK\r\n${EMPTY}hello`.repeat(2)
  const server = net.createServer((socket) => socket.on('data', () => socket.write(twice)).on('error', () => {}))
  const { requests, errors } = await loaded(t, server)
  t.ok(requests > 10 && errors > 10, `${requests} answers, ${errors} errors`)
})

t.test('an endless body is counted and not retained', async function (t) {
  const server = http.createServer(function (req, res) {
    const chunk = Buffer.alloc(1e6, 'x')
    const more = () => { while (res.write(chunk)); }
    res.on('drain', more).on('error', () => {})
    more()
  })
  const before = process.memoryUsage().rss
  const ending = new AbortController()
  const loading = loaded(t, server, { connections: 2, durationSeconds: 1 }, { signal: ending.signal })
  let sent = 0
  server.on('connection', (socket) => socket.on('drain', () => {
    sent = Math.max(sent, socket.bytesWritten)
    if (sent > 500e6) ending.abort()
  }))
  const { requests } = await loading
  t.equal(requests, 0)
  t.ok(process.memoryUsage().rss - before < 300e6, 'memory')
})

t.test('an early hint is not an answer', async function (t) {
  const server = http.createServer((req, res) =>
    res.writeEarlyHints({ link: '</x.css>; rel=preload' }, () => res.end('x'))
  )
  let asked = 0
  server.on('request', () => asked++)
  t.match(await loaded(t, server), { requests: asked, non2xx: 0 })
})

t.test('each request without an answer is one error', async function (t) {
  let [asked, cut] = [0, 0]
  const server = http.createServer(function (req, res) {
    if (++asked % 3 === 0) cut += Number(Boolean(req.socket.destroy()))
    else res.end('x')
  })
  const { requests, errors } = await loaded(t, server)
  t.equal(requests + errors, asked)
  t.equal(errors, cut)
})

t.test('connections stay open between loads', async function (t) {
  const server = http.createServer((req, res) => res.end('x'))
  let connections = 0
  server.on('connection', () => connections++)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const generator = await findDriver('built-in').open(
    { host: '127.0.0.1', port: server.address().port },
    { path: '/', connections: 5, durationSeconds: 0 }
  )
  for (let i = 0; i < 4; i++) t.ok((await generator.load(0.05)).requests > 0)
  generator.close()
  t.equal(connections, 5)
})

t.test('too many connections for the system are a one-line error', { skip: notPosix }, async function (t) {
  const program = `
    const { drive, findDriver } = require('./src/load/drivers')
    const server = require('http').createServer((req, res) => res.end()).listen(0, '127.0.0.1', function () {
      drive(findDriver('built-in'), server.address(), { path: '/', connections: 500, durationSeconds: 1 }).catch((err) => console.log(err.name, err.message)).then(() => process.exit())
    })
    Object.assign(server, { address: ((address) => () => ({ host: '127.0.0.1', port: address.call(server).port }))(server.address) })`
  const said = execFileSync('sh', ['-c', 'ulimit -n 200; exec "$0" -e "$1"', process.execPath, program], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 15_000
  })
  t.match(said, /^OperationalError the system allows only \d+ connections at once \(EMFILE\).*ulimit -n/)
})
