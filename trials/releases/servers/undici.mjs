// Asks another service with undici, three times per request. The service is in the same process.

import http from 'node:http'
import { once } from 'node:events'
import { Pool } from 'undici'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const stock = http.createServer((req, res) => res.end('{"left":7}')).listen(0, '127.0.0.1')
await once(stock, 'listening')
const pool = new Pool(`http://127.0.0.1:${stock.address().port}`, { connections: 10 })

async function left (id) {
  const { body } = await pool.request({ method: 'GET', path: `/stock/${id}` })
  return (await body.json()).left
}

const server = http.createServer(async function (req, res) {
  const all = await Promise.all([1, 2, 3].map(left))
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ left: all }))
})

server.listen(PORT, HOST)
