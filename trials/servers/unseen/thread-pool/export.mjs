import { createServer } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const gzip = promisify(zlib.gzip)

const carriers = ['north', 'coast', 'rapid', 'citybike']
const shipments = Array.from({ length: 1000 }, (_, i) => ({
  id: 500_000 + i * 3,
  carrier: carriers[i % carriers.length],
  weight: ((i * 7919) % 30_000) / 1000,
  postcode: 10_000 + ((i * 6151) % 89_999),
  status: i % 11 === 0 ? 'returned' : 'delivered',
}))

function toCsv (rows) {
  const head = Object.keys(rows[0]).join(';')
  return [head, ...rows.map((row) => Object.values(row).join(';'))].join('\n')
}

const csv = Buffer.from(toCsv(shipments))

async function download (req, res) { // <- here
  const file = await gzip(csv, { level: 9 }) // <- here
  res.writeHead(200, {
    'content-type': 'text/csv',
    'content-encoding': 'gzip',
    'content-length': file.length,
    'content-disposition': 'attachment; filename="shipments.csv"',
  })
  res.end(file)
}

const routes = new Map([
  ['/', download],
  ['/count', async (req, res) => res.end(String(shipments.length))],
])

const server = createServer((req, res) => {
  const handler = routes.get(req.url)
  if (!handler) {
    res.writeHead(404).end()
    return
  }
  handler(req, res).catch(() => res.writeHead(500).end())
})

server.listen(Number(process.env.PORT), process.env.HOST)
