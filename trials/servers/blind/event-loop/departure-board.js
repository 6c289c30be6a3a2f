'use strict'

const crypto = require('node:crypto')
const express = require('express')

const HUB = { name: 'Duesseldorf Hafen', lat: 51.2217, lon: 6.7362 }
const clock = { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Berlin' }

const trucks = Array.from({ length: 80 }, (_, i) => ({
  plate: `D-LX ${1000 + i * 37}`,
  lat: 49.5 + (i % 11) * 0.31,
  lon: 5.9 + (i % 7) * 0.42,
  speed: 55 + (i % 5) * 6,
  dock: 1 + (i * 7) % 24,
}))

const rad = (degrees) => degrees * Math.PI / 180

function distanceKm (a, b) {
  const dLat = rad(b.lat - a.lat)
  const dLon = rad(b.lon - a.lon)
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(dLon / 2) ** 2
  return 12742 * Math.asin(Math.sqrt(h))
}

function byDistance (a, b) {
  return distanceKm(a, HUB) - distanceKm(b, HUB)
}

function toRow (truck, now) {
  const km = distanceKm(truck, HUB)
  const due = new Date(now + km / truck.speed * 3_600_000)
  return {
    plate: truck.plate,
    dock: truck.dock,
    km: Math.round(km),
    due: due.toLocaleTimeString('de-DE', clock), // <- here
  }
}

function fingerprint (text) {
  return crypto.createHash('sha256').update(text).digest('base64url').slice(0, 20)
}

const app = express()
app.disable('x-powered-by')
app.disable('etag')

app.use((req, res, next) => {
  res.set('X-Hub', HUB.name)
  next()
})

app.get('/', (req, res) => {
  const now = Date.now()
  const rows = [...trucks].sort(byDistance).map((truck) => toRow(truck, now))
  const body = JSON.stringify({ hub: HUB.name, rows })
  res.set('X-Board', fingerprint(body))
  res.type('json').send(body)
})

app.get('/docks', (req, res) => {
  res.json({ docks: 24 })
})

app.listen(Number(process.env.PORT), process.env.HOST)
