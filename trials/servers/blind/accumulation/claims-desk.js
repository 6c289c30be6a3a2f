'use strict'

const { EventEmitter } = require('node:events')
const http = require('node:http')

const PAGE = 15
const lines = ['motor', 'household', 'travel', 'liability']

const weights = { motor: 1.2, household: 1, travel: 0.7, liability: 1.6 }

class Desk extends EventEmitter {
  constructor () {
    super()
    this.serial = 10_000
    this.enquiries = []
    this.perLine = new Map(lines.map((line) => [line, 0]))
    this.on('enquiry', (enquiry) => this.register(enquiry))
    this.on('enquiry', ({ line }) => this.perLine.set(line, this.perLine.get(line) + 1))
  }

  register (enquiry) {
    this.enquiries.push(enquiry) // <- here
    this.enquiries.sort((a, b) => Date.parse(b.openedAt) - Date.parse(a.openedAt)) // <- here
  }

  open (line) {
    const enquiry = { no: ++this.serial, line, openedAt: new Date().toISOString(), state: 'open' }
    this.emit('enquiry', enquiry)
    return enquiry
  }

  recent () {
    return this.enquiries.slice(0, PAGE)
  }
}

const desk = new Desk()

function workload () {
  const share = {}
  for (const [line, count] of desk.perLine) share[line] = count * weights[line]
  const sum = Object.values(share).reduce((a, b) => a + b, 0)
  return lines.map((line) => ({ line, share: sum ? Number((share[line] / sum).toFixed(3)) : 0 }))
}

function mask (enquiry) {
  return { ...enquiry, no: String(enquiry.no).replace(/\d(?=\d{3})/g, '*') }
}

const server = http.createServer()

server.on('request', (req, res) => {
  if (req.method !== 'GET') {
    res.writeHead(405).end()
    return
  }
  const mine = desk.open(lines[desk.serial % lines.length])
  const body = JSON.stringify({ mine, workload: workload(), recent: desk.recent().map(mask) })
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  res.end(body)
})

server.on('clientError', (_, socket) => socket.destroy())
server.listen(Number(process.env.PORT), process.env.HOST)
