'use strict'

const fastify = require('fastify')

const SIDE = 80

class Cell {
  constructor (row, col, rain, gust, dew) {
    this.row = row
    this.col = col
    this.rain = rain
    this.gust = gust
    this.dew = dew
  }

  moved (drift) {
    return new Cell(this.row, this.col, this.rain * drift, this.gust + drift, this.dew - drift) // <- here
  }
}

class Replay {
  constructor (length) {
    this.length = length
    this.frames = []
    this.at = 0
  }

  keep (frame) {
    this.frames[this.at] = frame // <- here
    this.at = (this.at + 1) % this.length
  }

  earliest () {
    return this.frames[this.at] ?? this.frames[0]
  }
}

const radar = Array.from({ length: SIDE * SIDE }, (_, i) => new Cell(
  Math.floor(i / SIDE),
  i % SIDE,
  0.25 + ((i * 29) % 97) / 10,
  4.5 + ((i * 13) % 41) / 3,
  1.5 + ((i * 7) % 23) / 2
))

function wettest (frame) {
  let best = frame[0]
  for (const cell of frame) {
    if (cell.rain > best.rain) best = cell
  }
  return best
}

const replay = new Replay(90) // <- here
let tick = 0

const app = fastify({ logger: false })

app.get('/', async () => {
  tick += 1
  const drift = 0.905 + (tick % 20) / 100
  const frame = radar.map((cell) => cell.moved(drift)) // <- here
  replay.keep(frame)
  const now = wettest(frame)
  const before = replay.earliest()[now.row * SIDE + now.col]
  return { tick, place: [now.row, now.col], rain: now.rain, change: now.rain - before.rain }
})

app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
