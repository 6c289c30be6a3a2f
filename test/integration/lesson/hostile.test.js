'use strict'

// Malformed and hostile requests, sent to every HTTP subject: the server answers in HTTP or closes the socket, and
// keeps serving other clients.

const { once } = require('events')
const net = require('net')
const t = require('tap')
const { subjects: catalog } = require('../../support/config')
const { serve } = require('../../support/helper')

const requests = {
  'a path that is not there': 'GET /nope HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  HEAD: 'HEAD /seed/v1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'a bad method': 'BREW /seed/v1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'a method in lower case': 'get /seed/v1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'no HTTP at all': 'hello, is anybody there?\r\n\r\n',
  'a header of 100 KB': `GET /seed/v1 HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(100_000)}\r\nConnection: close\r\n\r\n`,
  'a path of 100 KB': `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  'a header without a name': 'GET /seed/v1 HTTP/1.1\r\nHost: x\r\n: y\r\nConnection: close\r\n\r\n',
  'two content lengths': 'POST /seed/v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
  'a broken percent sign': 'GET /%E0%A4%A HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
}
for (const value of ['"x"', 'W/"x"', '"a", "b",W/"c"', '*', '', 'x', '"', ',,,', 'W/', '"\u00e9"']) {
  requests[`If-None-Match: ${value}`] =
    `GET /seed/v1 HTTP/1.1\r\nHost: x\r\nIf-None-Match: ${value}\r\nConnection: close\r\n\r\n`
}

/** Sends one request and returns everything that the server sends until the connection closes. */
async function ask ({ port }, request) {
  const socket = net.connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text
  })
  socket.on('error', () => {}) // a reset also closes the socket
  socket.write(request, 'latin1')
  await new Promise((resolve) => socket.once('close', resolve)) // events.once() would reject on a reset
  return answer
}

for (const { id, path } of catalog.filter(({ path }) => path)) {
  t.test(`${id} survives malformed and hostile requests`, async function (t) {
    const {
      running: { address },
      url
    } = await serve(t, id)

    // A slow client: it has sent half of its request, and sends the rest at the end.
    const slow = net.connect(address.port, '127.0.0.1')
    slow.on('error', () => {})
    slow.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Half: `)

    for (const [name, request] of Object.entries(requests)) {
      const answer = await ask(address, request)
      t.ok(answer === '' || /^HTTP\/1\.1 [1-5]\d\d /.test(answer), `${name}: ${JSON.stringify(answer.slice(0, 40))}`)
      if (name === 'HEAD') t.notMatch(answer, /\r\n\r\n./, 'HEAD has no body')
    }
    t.equal((await fetch(url + path)).status, 200, 'it still serves the others')

    slow.write('y\r\nConnection: close\r\n\r\n')
    const [first] = await once(slow, 'data')
    t.match(String(first), 'HTTP/1.1 200', 'and the slow one, too')
    slow.destroy()
  })
}
