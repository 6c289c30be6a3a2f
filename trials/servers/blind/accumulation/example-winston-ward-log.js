'use strict'

// After winston's quick start and its custom transport example: a log of the ward rounds.
const express = require('express')
const winston = require('winston')
const Transport = require('winston-transport')

const WARDS = ['cardiology', 'paediatrics', 'oncology', 'maternity']
const board = new Map()

class LastLines extends Transport {
  constructor (options) {
    super(options)
    this.lines = []
  }

  log (info, callback) {
    this.lines.push(info.message)
    if (this.lines.length > 20) this.lines.shift()
    callback()
  }
}

class WardTransport extends Transport {
  constructor (options) {
    super(options)
    this.ward = options.ward
  }

  log (info, callback) {
    if (info.ward === this.ward) board.set(info.ward, info.timestamp)
    callback()
  }
}

const lastLines = new LastLines({ level: 'info' })

const logger = winston.createLogger({
  level: 'info',
  format: winston.format.combine(winston.format.timestamp(), winston.format.json()),
  defaultMeta: { service: 'ward-rounds' },
  transports: [lastLines],
})

const app = express()
let visit = 0

app.use((req, res, next) => {
  req.ward = WARDS[visit++ % WARDS.length]
  if (!logger.transports.includes(req.ward)) { // <- here
    logger.add(new WardTransport({ ward: req.ward, level: 'info' })) // <- here
  }
  next()
})

app.get('/', (req, res) => {
  logger.info(`round on ${req.ward}`, { ward: req.ward, visit }) // <- here
  res.json({ ward: req.ward, lines: lastLines.lines.slice(-3), seen: Object.fromEntries(board) })
})

app.listen(Number(process.env.PORT), process.env.HOST)
