import http from 'node:http'
import { setMaxListeners } from 'node:events'

const shutdown = new AbortController()
setMaxListeners(0, shutdown.signal)

const kitchen = new Map(Object.entries({
  oyster: 4,
  radish: 3,
  trout: 9,
  beetroot: 7,
  agnolotti: 8,
  mushroom: 6,
  turbot: 14,
  pigeon: 18,
  cheese: 3,
  sorbet: 2,
  walnut: 5,
  petits: 2,
}))
const pairings = ['Sekt', 'Riesling', 'Blaufränkisch', 'Sherry']

function prepare (course, signal) {
  return new Promise((resolve, reject) => {
    const minutes = kitchen.get(course)
    signal.addEventListener('abort', () => reject(new Error(`${course}: kitchen closed`)), { once: true }) // <- here
    setImmediate(() => resolve({ course, minutes, pairing: pairings[minutes % pairings.length] }))
  })
}

async function evening (signal) {
  const courses = await Promise.all([...kitchen.keys()].map((course) => prepare(course, signal))) // <- here
  const minutes = courses.reduce((sum, course) => sum + course.minutes, 0)
  const slowest = courses.toSorted((a, b) => b.minutes - a.minutes).slice(0, 3).map(({ course }) => course)
  return { minutes, slowest, courses }
}

async function handle (req, res) {
  if (req.url !== '/') {
    res.writeHead(404).end()
    return
  }
  const body = Buffer.from(JSON.stringify(await evening(shutdown.signal)))
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  res.end(body)
}

const server = http.createServer((req, res) => {
  handle(req, res).catch((error) => {
    if (!res.headersSent) res.writeHead(503)
    res.end(error.message)
  })
})

server.on('close', () => shutdown.abort())
server.listen(Number(process.env.PORT), process.env.HOST)
