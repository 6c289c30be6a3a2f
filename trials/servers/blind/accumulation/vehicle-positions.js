'use strict'

const http = require('node:http')
const { EventEmitter } = require('node:events')

const fleet = new EventEmitter()
fleet.setMaxListeners(0)

const vehicles = Array.from({ length: 12 }, (_, i) => (
  { id: `VAN-${i + 1}`, lat: 52.4 + i * 0.02, lon: 13.2, kmh: 38 + i }
))
const stops = Array.from({ length: 200 }, (_, i) => ({ lat: 52.3 + (i % 20) * 0.015, lon: 13.1 + (i % 9) * 0.03 }))

function kilometres (a, b) {
  const x = (b.lon - a.lon) * Math.cos((a.lat + b.lat) * Math.PI / 360)
  return 111.2 * Math.hypot(x, b.lat - a.lat)
}

class TrackingView {
  constructor (number) {
    this.number = number
    this.stop = stops[number % stops.length]
    this.km = null
    this.eta = null
    fleet.on('position', (position) => this.update(position)) // <- here
  }

  update ({ lat, lon, kmh, at }) { // <- here
    this.km = kilometres({ lat, lon }, this.stop)
    this.eta = new Date(at + this.km / kmh * 3_600_000).toISOString()
  }

  render () {
    return JSON.stringify({ parcel: `P${String(this.number).padStart(8, '0')}`, km: this.km, eta: this.eta })
  }
}

function move (vehicle) {
  vehicle.lon += 0.0004
  if (vehicle.lon > 13.6) vehicle.lon = 13.2
  return { ...vehicle, at: Date.now() }
}

let counter = 0

const server = http.createServer((req, res) => {
  if (req.url !== '/') {
    res.statusCode = 404
    res.end()
    return
  }
  const number = ++counter
  const view = new TrackingView(number)
  fleet.emit('position', move(vehicles[number % vehicles.length])) // <- here
  res.setHeader('content-type', 'application/json')
  res.end(view.render())
})

server.listen(Number(process.env.PORT), process.env.HOST)
