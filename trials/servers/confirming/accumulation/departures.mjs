import http from 'node:http'

const closing = new AbortController()

const lines = [
  { line: '6', to: 'Harbour', first: 305, every: 10 },
  { line: '11', to: 'University', first: 318, every: 12 },
  { line: '31', to: 'Airport', first: 290, every: 20 },
]
const delayed = new Map([['31', 4]])
const notices = ['Stop Mill Bridge is moved by 80 m until June.']

function abortable (promise, signal) {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }) // <- here
    promise.then(resolve, reject)
  })
}

async function nextBuses (now, count) {
  const found = []
  for (const { line, to, first, every } of lines) {
    const start = first + Math.max(0, Math.ceil((now - first) / every)) * every
    for (let i = 0; i < count; i += 1) found.push({ line, to, minute: start + i * every })
  }
  return found.sort((a, b) => a.minute - b.minute).slice(0, count)
}

async function delayOf (line) {
  return delayed.get(line) ?? 0
}

async function currentNotices () {
  return notices
}

const clock = (minute) => `${Math.floor(minute / 60) % 24}:${String(minute % 60).padStart(2, '0')}`

async function board (signal) {
  const time = new Date()
  const now = time.getHours() * 60 + time.getMinutes()
  const [buses, airportDelay, texts] = await Promise.all([
    abortable(nextBuses(now, 6), signal), // <- here
    abortable(delayOf('31'), signal), // <- here
    abortable(currentNotices(), signal), // <- here
  ])
  const rows = buses.map((bus) => ({
    line: bus.line,
    to: bus.to,
    at: clock(bus.minute),
    late: bus.line === '31' ? airportDelay : 0,
  }))
  return { stop: 'Central Station', rows, notices: texts }
}

const server = http.createServer((req, res) => {
  board(closing.signal).then(
    (content) => res.setHeader('content-type', 'application/json').end(JSON.stringify(content)),
    () => res.writeHead(503).end('closing')
  )
})

process.once('SIGTERM', () => {
  closing.abort()
  process.exit(0)
})

server.listen(Number(process.env.PORT), process.env.HOST)
