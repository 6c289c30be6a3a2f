'use strict'

// Servers with unusual responses, written as bytes: the load counts what the server has sent. The servers are a few
// lines each, in this process.

const { once } = require('events')
const http = require('http')
const net = require('net')
const t = require('tap')
const { drive, findDriver } = require('../../src/load/drivers')

const CONNECTIONS = 5
const OK = 'HTTP/1.1 200 OK\r\n'
const HELLO = `${OK}Content-Length: 5\r\n\r\nhello`

/** @typedef {'answer' | 'error' | 'both'} Kind the outcome of each request; `both`: an answer, and one too many */

/** @type {Record<string, [Kind, (socket: net.Socket) => void]>} */
const MODES = {
  'a length': ['answer', (socket) => socket.write(HELLO)],
  'no body': ['answer', (socket) => socket.write(`${OK}Content-Length: 0\r\n\r\n`)],
  'names in lower case, values without a blank': ['answer', (socket) => socket.write(`${OK}content-length:5\r\n\r\nhello`)],
  'no reason': ['answer', (socket) => socket.write(HELLO.replace(' OK', ' '))],
  'lines that end with a line feed alone': ['answer', (socket) => socket.write(HELLO.replaceAll('\r', ''))],
  'an unassigned status': ['answer', (socket) => socket.write(HELLO.replace('200', '299'))],
  chunks: ['answer', (socket) => socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n`)],
  'chunks with extensions': ['answer', (socket) => socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0;last\r\n\r\n`)],
  'a hundred headers': ['answer', (socket) => socket.write(`${OK}${'Set-Cookie: a=b\r\n'.repeat(100)}Content-Length: 0\r\n\r\n`)],
  'byte by byte': ['answer', function (socket) {
    for (const letter of HELLO) socket.write(letter)
  }],
  'headers, and the body in another turn': ['answer', function (socket) {
    socket.write(HELLO.slice(0, -5))
    setImmediate(() => socket.write('hello'))
  }],
  'it closes, and says so': ['answer', (socket) => socket.end(HELLO.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))],
  'it closes, and does not say so': ['answer', (socket) => socket.end(HELLO)],
  'the body ends with the connection': ['answer', (socket) => socket.end(`${OK}\r\nhello`)],
  'HTTP/1.0 that stays open': ['answer', (socket) => socket.write(HELLO.replace('1.1', '1.0').replace('\r\n\r\n', '\r\nConnection: keep-alive\r\n\r\n'))],
  'early hints first': ['answer', (socket) => socket.write(`HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n${HELLO}`)],
  'half of the body': ['error', (socket) => socket.end(HELLO.slice(0, -2))],
  'half of the headers': ['error', (socket) => socket.end(HELLO.slice(0, 20))],
  'half of the chunks': ['error', (socket) => socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhe`)],
  nothing: ['error', (socket) => socket.end()],
  'a reset': ['error', (socket) => socket.resetAndDestroy()],
  'something that is no HTTP': ['error', (socket) => socket.end('220 mail.example.org ESMTP\r\n')],
  'two answers': ['both', (socket) => socket.write(HELLO + HELLO)]
}

async function loaded (t, server, workload = {}) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const address = { host: '127.0.0.1', port: server.address().port }
  return drive(findDriver('built-in'), address, { path: '/', connections: CONNECTIONS, durationSeconds: 0.2, ...workload })
}

for (const [what, [kind, answer]] of Object.entries(MODES)) {
  t.test(`${what}: each request is ${kind === 'both' ? 'an answer and an error' : `one ${kind}`}`, async function (t) {
    let [asked, lost] = [0, 0]
    const server = net.createServer(function (socket) {
      socket.on('error', () => {}).on('data', function () {
        if (socket.writableEnded) return lost++ // already closed while the next request was in flight
        asked++
        answer(socket)
      })
    })
    const { requests, errors, timeouts } = await loaded(t, server)
    t.ok(asked > 10, `${asked} were asked`)
    t.equal(timeouts, 0)
    t.equal(requests, kind === 'error' ? 0 : asked)
    t.equal(errors, kind === 'answer' ? lost : asked)
  })
}

t.test('endless headers are an error, and are not retained', async function (t) {
  for (const line of ['X-Again: and again\r\n', 'x']) {
    let asked = 0
    const server = net.createServer(function (socket) {
      const chunk = line.repeat(1e5)
      const more = () => { while (!socket.destroyed && socket.write(chunk)); }
      socket.on('error', () => {}).on('drain', more).once('data', function () {
        asked++
        socket.write(OK)
        if (line === 'x') socket.write('X-Long: ')
        more()
      })
    })
    const before = process.memoryUsage().rss
    const { requests, errors } = await loaded(t, server)
    t.equal(requests, 0)
    t.ok(errors > 0 && errors <= asked, `${errors} errors of ${asked}`)
    t.ok(process.memoryUsage().rss - before < 300e6, 'memory')
  }
})

const LIMITS = {
  maxRequestsPerSocket: (server) => { server.maxRequestsPerSocket = 7 },
  keepAliveTimeout: (server) => { server.keepAliveTimeout = 1 },
  headersTimeout: (server) => Object.assign(server, { headersTimeout: 10, requestTimeout: 10 }),
  'maxConnections, which turns some away': (server) => { server.maxConnections = 2 }
}
for (const [what, limit] of Object.entries(LIMITS)) {
  t.test(`Node's ${what}: each answered request is counted once`, async function (t) {
    let [answered, dropped] = [0, 0]
    const server = http.createServer(function (request, response) {
      response.end('hello')
      answered++
    })
    server.on('drop', () => dropped++)
    limit(server)
    const { requests, errors, timeouts } = await loaded(t, server)
    t.match({ requests, timeouts }, { requests: answered, timeouts: 0 })
    t.ok(answered > 10, `${answered}`)
    if (dropped === 0) t.equal(errors, 0)
    else t.ok(errors <= dropped, `${errors} errors, ${dropped} turned away`)
  })
}
