'use strict'

const restify = require('restify')

const server = restify.createServer({ name: 'fleet', version: '1.0.0' })
server.setMaxListeners(0)

server.use(restify.plugins.acceptParser(server.acceptable))
server.use(restify.plugins.queryParser())

const totals = new Map()

function record (name) {
  return (err, metrics) => { // <- here
    const key = `${name} ${metrics.statusCode}`
    const total = totals.get(key) || { count: 0, slowest: 0, failed: 0 }
    total.count++
    total.slowest = Math.max(total.slowest, metrics.totalLatency)
    if (err) total.failed++
    totals.set(key, total)
  }
}

function measured (name) {
  return function measure (req, res, next) {
    server.on('after', restify.plugins.metrics({ server }, record(name))) // <- here
    next()
  }
}

const vehicles = Array.from({ length: 24 }, (_, i) => ({
  id: `truck-${i + 1}`,
  speed: (i * 13) % 90,
  fuel: 100 - ((i * 7) % 80),
  position: { lat: 47.1 + i / 100, lon: 8.2 + i / 90 },
}))

function distance (a, b) {
  const x = (b.lon - a.lon) * Math.cos(((a.lat + b.lat) / 2) * (Math.PI / 180))
  return Math.hypot(x, b.lat - a.lat) * 111.3
}

function fleet (req, res, next) {
  const depot = { lat: 47.38, lon: 8.54 }
  const rows = vehicles
    .map((vehicle) => ({ ...vehicle, km: Number(distance(vehicle.position, depot).toFixed(1)) }))
    .sort((a, b) => a.km - b.km)
  res.send({ moving: rows.filter((row) => row.speed > 0).length, vehicles: rows })
  next()
}

function status (req, res, next) {
  res.send(Object.fromEntries(totals))
  next()
}

server.get('/', measured('fleet'), fleet)
server.get('/status', measured('status'), status)

server.listen(Number(process.env.PORT), process.env.HOST, () => {
  console.log('%s listening at %s', server.name, server.url)
})
