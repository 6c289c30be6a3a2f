'use strict'

// One connection, on servers that misbehave. odd-answers and requests-sent test whole loads.

const { once } = require('events')
const net = require('net')
const t = require('tap')
const { Connection, Requests } = require('../../src/load/connection')

const GET = { method: 'GET', path: '/', headers: {}, body: '' }
const UNTIL_END = 'HTTP/1.0 200 OK\r\n\r\na body that ends with the connection'

/** Starts a TCP server, and opens a connection that sends `count` requests. Returns the events of the connection. */
async function connected (t, answer, { count = 2, request = GET, headers = {}, timeoutMs = 200 } = {}) {
  const server = net.createServer((socket) => socket.on('data', (data) => answer(socket, String(data))).on('error', () => {}))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const to = { host: '127.0.0.1', port: address.port }
  const serialise = (one) => Connection.serialise(one, { ...to, port: 80 })
  const requests = new Requests([request], { headers, serialise })
  const events = []
  await new Promise((resolve) => {
    let sent = 0
    const maySend = () => {
      if (sent++ < count) return true
      resolve()
      return false
    }
    const connection = new Connection(to, requests, { timeoutMs, maySend })
    for (const name of ['response', 'lost', 'timeout', 'connError']) {
      connection.on(name, (...values) => events.push([name, ...values.slice(0, 2)]))
    }
    t.teardown(() => connection.destroy())
    t.teardown(() => server.close())
  })
  return events
}

t.test('a body that ends with the connection is a response', async function (t) {
  const events = await connected(t, (socket) => socket.end(UNTIL_END))
  t.same(events, Array(2).fill(['response', 200, UNTIL_END.length]))
})

t.test('an endless body is a timeout, not a response', async function (t) {
  const events = await connected(t, (socket) => socket.write(UNTIL_END), { timeoutMs: 50 })
  t.same(events, [['timeout'], ['lost'], ['timeout'], ['lost']])
})

t.test('a Host header of the request replaces the default, in any case', async function (t) {
  const seen = []
  const answer = (socket, data) => {
    seen.push(data)
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
  }
  await connected(t, answer, { count: 1, request: { ...GET, headers: { host: 'example.com' } } })
  await connected(t, answer, { count: 1, headers: { 'x-a': 'é' } })
  t.same(seen, [
    'GET / HTTP/1.1\r\nConnection: keep-alive\r\nhost: example.com\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\nx-a: é\r\n\r\n'
  ])
})

t.test('the length of a body is its bytes', async function (t) {
  const seen = []
  await connected(t, function (socket, data) {
    seen.push(data)
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
  }, { count: 1, request: { ...GET, method: 'POST', body: 'é' } })
  t.match(seen[0], /Content-Length: 2\r\n\r\né$/)
})
