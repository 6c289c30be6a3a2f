import http from 'node:http'
import { once } from 'node:events'

const rows = 'ABCDEFGHIJ'.split('')
const PER_ROW = 26
const taken = new Set(['A4', 'A5', 'C11', 'D1', 'D2', 'D3', 'F9', 'H16', 'J18'])
const blocks = { stalls: 'ABCDE', circle: 'FGH', gallery: 'IJ' }

const blockOf = (row) => Object.keys(blocks).find((block) => blocks[block].includes(row))

async function seatMap (show) {
  const seats = []
  for (const row of rows) {
    const block = blockOf(row)
    for (let number = 1; number <= PER_ROW; number += 1) {
      seats.push([`${row}${number}`, block[0], taken.has(`${row}${number}`) ? 0 : 1])
    }
  }
  return JSON.stringify({ show, at: Date.now(), free: seats.length - taken.size, seats })
}

async function answer (req) {
  const { pathname, searchParams } = new URL(req.url, 'http://tickets')
  if (pathname !== '/') return { status: 404, body: '{}' }
  return { status: 200, body: await seatMap(searchParams.get('show') ?? 'nutcracker') }
}

const server = http.createServer()
const closing = once(server, 'close').then(() => ({ status: 503, body: '{"error":"closing"}' }))
closing.catch((error) => console.error(error.message))

server.on('request', async (req, res) => {
  try {
    const { status, body } = await Promise.race([answer(req), closing]) // <- here
    res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    res.end(body)
  } catch {
    res.writeHead(500).end()
  }
})

server.listen(Number(process.env.PORT), process.env.HOST)
