'use strict'

const http = require('http')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const ROUTE = '/bench/'
const HEAD = 'HTTP/1.1 200 OK\r\nx-powered-by: benchmark\r\ncontent-type: application/json\r\nconnection: keep-alive\r\nkeep-alive: timeout=5\r\n'

// What is the same for a second is made once a second.
let date
function tick () {
  date = `Date: ${new Date().toUTCString()}\r\n\r\n`
}
tick()
setInterval(tick, 1000).unref()

// A request without a body leaves nothing to drain. Newer versions of Node have an option for it: optimizeEmptyRequests.
class Request extends http.IncomingMessage {
  _dump () {
    const { 'content-length': length, 'transfer-encoding': encoding } = this.headers
    if (length !== undefined || encoding !== undefined) super._dump()
  }
}

http.createServer({ IncomingMessage: Request }, function (req, res) {
  try {
    answer(req, res)
  } catch {
    res.writeHead(400).end()
  }
}).listen(PORT, HOST)

function answer ({ method, url, socket }, res) {
  const target = url[0] === '/' ? url : url.slice(url.indexOf('/', 'http://'.length)) // a proxy gets the whole URL
  const query = target.indexOf('?')
  const name = target.slice(ROUTE.length, query)
  if (method !== 'GET' || !target.startsWith(ROUTE) || query < 0 || name === '' || name.includes('/')) return res.writeHead(404).end()
  const body = JSON.stringify({ name: decode(name), id: idOf(target.slice(query + 1)) })
  // Head and body in one string, and past ServerResponse, which would go through each header again. Until the response has
  // finished, the socket is ours, and it is us who say when.
  socket.write(`${HEAD}content-length: ${Buffer.byteLength(body)}\r\n${date}${body}`)
  res.emit('finish')
}

// Most have nothing to decode, and looking is cheaper than decoding.
function decode (text) {
  return text.includes('%') ? decodeURIComponent(text) : text
}

function idOf (query) {
  return query.startsWith('id=') && !/[%+&]/.test(query) ? query.slice('id='.length) : new URLSearchParams(query).get('id')
}
