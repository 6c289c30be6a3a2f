const http = require('node:http')
const { randomBytes } = require('node:crypto')

class Tracer {
  #open = new Map()
  #next = 0

  begin (req) {
    const no = ++this.#next
    const span = {
      no,
      trace: req.headers['x-trace'] || randomBytes(16).toString('hex'),
      route: `${req.method} ${req.url}`,
      began: process.hrtime.bigint(),
      marks: [],
      tags: { agent: req.headers['user-agent'] || '', peer: req.socket.remoteAddress },
    }
    this.#open.set(no, span) // <- here
    return span
  }

  mark (span, name) {
    span.marks.push({ name, at: process.hrtime.bigint() })
  }

  finish (id) {
    const span = this.#open.get(id)
    this.#open.delete(id)
    return span
  }
}

const tracer = new Tracer()

const server = http.createServer((req, res) => {
  const span = tracer.begin(req)
  tracer.mark(span, 'routed')
  res.setHeader('x-span', String(span.no))
  res.setHeader('content-type', 'application/json')
  res.once('finish', () => tracer.finish(res.getHeader('x-span')))
  const body = JSON.stringify({ status: 'fine', uptime: Math.round(process.uptime()) })
  tracer.mark(span, 'rendered')
  res.end(body)
})

server.listen(Number(process.env.PORT), process.env.HOST)
