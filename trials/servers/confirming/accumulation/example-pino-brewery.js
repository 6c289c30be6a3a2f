'use strict'

const http = require('node:http')
const pino = require('pino')

const beers = [
  { name: 'Helles', price: 210, crates: 400 },
  { name: 'Dunkel', price: 230, crates: 180 },
  { name: 'Saison', price: 280, crates: 75 },
]

const sink = {
  lines: 0,
  alarms: 0,
  write (line) {
    this.lines += 1
    if (line.includes('"alarm":true')) this.alarms += 1
  },
}

const logger = pino({ name: 'brewery', level: 'info', base: { site: 'north' } }, sink)

class OrderDesk {
  constructor (log) {
    this.log = log
    this.number = 0
  }

  open () {
    this.number += 1
    this.log = this.log.child({ order: `B${this.number}` }) // <- here
    return { id: this.number, lines: [] }
  }

  add (order, beer, crates) {
    order.lines.push({ beer: beer.name, crates, amount: beer.price * crates })
  }

  close (order) {
    const amount = order.lines.reduce((sum, line) => sum + line.amount, 0)
    this.log.info({ amount, lines: order.lines.length }, 'order quoted') // <- here
    return { ...order, amount, deposit: order.lines.length * 300 }
  }
}

const desk = new OrderDesk(logger.child({ module: 'desk' }))

const server = http.createServer((req, res) => {
  if (req.url === '/stats') {
    res.end(JSON.stringify({ lines: sink.lines, alarms: sink.alarms }))
    return
  }
  const order = desk.open()
  for (const beer of beers) desk.add(order, beer, 1 + (order.id % 5))
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify(desk.close(order)))
})

server.listen(Number(process.env.PORT), process.env.HOST)
