'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const restify = require('restify')

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rooms-'))
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
process.on('SIGTERM', () => process.exit(0))
process.on('SIGINT', () => process.exit(0))

for (let number = 101; number <= 190; number += 1) {
  const room = { number, beds: (number % 3) + 1, view: number % 4 ? 'street' : 'lake', rate: 80 + (number % 50) }
  fs.writeFileSync(path.join(folder, `${number}.json`), JSON.stringify(room))
}

class Catalogue {
  constructor (home) {
    this.home = home
  }

  get rooms () {
    return fs.readdirSync(this.home).map((name) => this.room(name)) // <- here
  }

  room (name) {
    return JSON.parse(fs.readFileSync(path.join(this.home, name), 'utf8')) // <- here
  }

  summary () {
    const lake = this.rooms.filter((room) => room.view === 'lake')
    const cheapest = this.rooms.reduce((best, room) => (room.rate < best.rate ? room : best))
    return { total: this.rooms.length, lake: lake.length, cheapest }
  }
}

const catalogue = new Catalogue(folder)
const server = restify.createServer({ name: 'rooms' })

server.use(function security (req, res, next) {
  res.header('x-content-type-options', 'nosniff')
  next()
})

server.get('/', function summary (req, res, next) {
  res.send(catalogue.summary())
  next()
})

server.listen(Number(process.env.PORT), process.env.HOST)
