'use strict'
// The systems behind the servers in waiting/, in a process of their own.
const http = require('node:http')

const delays = { '/stock': 45, '/prices': 35, '/orders': 4, '/names': 3, '/ledger': 6 }
const asked = new Map()

const server = http.createServer((req, res) => {
  const { pathname, searchParams } = new URL(req.url, 'http://upstream')
  const answer = (status, value) => {
    const body = JSON.stringify(value)
    res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    res.end(body)
  }
  setTimeout(() => {
    if (pathname === '/orders') {
      const id = searchParams.get('id')
      const times = (asked.get(id) || 0) + 1
      if (times < 3) {
        asked.set(id, times)
        return answer(202, { id, state: 'pending' })
      }
      asked.delete(id)
      return answer(200, { id, state: 'paid' })
    }
    if (pathname === '/names') {
      const ids = (searchParams.get('ids') || '').split(',')
      return answer(200, Object.fromEntries(ids.map((id) => [id, `customer ${id}`])))
    }
    answer(200, { path: pathname, at: Date.now() })
  }, delays[pathname] || 1)
})

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('disconnect', () => process.exit(0))
