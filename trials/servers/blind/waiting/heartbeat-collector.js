'use strict'

const { EventEmitter } = require('node:events')
const crypto = require('node:crypto')
const debounce = require('lodash.debounce')
const restify = require('restify')

class Collector extends EventEmitter {
  constructor () {
    super()
    this.block = 0
    this.waiting = []
    this.latest = new Map()
    this.flush = debounce(() => this.write(), 400) // <- here
  }

  add (beat, done) {
    this.waiting.push({ beat, done })
    this.flush() // <- here
  }

  write () {
    const batch = this.waiting
    this.waiting = []
    const hash = crypto.createHash('sha1')
    for (const { beat } of batch) {
      this.latest.set(beat.device, beat)
      hash.update(`${beat.device}:${beat.at};`)
    }
    const receipt = { block: ++this.block, beats: batch.length, hash: hash.digest('hex') }
    this.emit('written', receipt)
    for (const { done } of batch) done(null, receipt)
  }
}

const collector = new Collector()
const stats = { blocks: 0, beats: 0, largest: 0 }

collector.on('written', ({ beats }) => {
  stats.blocks++
  stats.beats += beats
  stats.largest = Math.max(stats.largest, beats)
})

let next = 0

function identify (req, res, done) {
  const given = req.header('x-device', '')
  req.device = /^[a-f0-9]{8}$/.test(given) ? given : `gw-${next++ % 64}`
  done()
}

function heartbeat (req, res, done) {
  const beat = { device: req.device, at: Date.now(), uptime: Math.round(process.uptime()) }
  collector.add(beat, (err, receipt) => {
    if (err) return done(err)
    res.send({ device: req.device, receipt, devices: collector.latest.size })
    done()
  })
}

const server = restify.createServer({ name: 'heartbeats' })
server.use(identify)
server.get('/', heartbeat)
server.get('/stats', (req, res, done) => {
  res.send(stats)
  done()
})

server.listen(Number(process.env.PORT), process.env.HOST)
