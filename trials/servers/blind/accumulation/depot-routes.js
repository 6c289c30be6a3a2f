'use strict'

const crypto = require('node:crypto')
const express = require('express')

const registry = {
  depots: [
    { code: 'ham', city: 'Hamburg', open: true },
    { code: 'bre', city: 'Bremen', open: true },
    { code: 'ros', city: 'Rostock', open: true },
    { code: 'kie', city: 'Kiel', open: true },
    { code: 'lue', city: 'Luebeck', open: true },
    { code: 'fle', city: 'Flensburg', open: false },
  ],
  list () {
    return this.depots.filter((depot) => depot.open)
  },
}

const app = express()
const depots = express.Router()
let mounted = null

function depotPage (depot) {
  return (req, res) => res.json({ ...depot, docks: 12 })
}

function syncDepots (req, res, next) {
  const current = registry.list()
  if (current !== mounted) { // <- here
    for (const depot of current) {
      depots.get(`/depots/${depot.code}`, depotPage(depot)) // <- here
    }
    mounted = current
  }
  next()
}

function signature (payload) {
  return crypto.createHmac('sha256', 'depot-directory').update(JSON.stringify(payload)).digest('hex')
}

app.disable('x-powered-by')
app.use(syncDepots)
app.use(depots) // <- here

app.get('/', (req, res) => {
  const directory = registry.list()
    .map(({ code, city }) => ({ code, city, href: `/depots/${code}` }))
    .sort((a, b) => (a.city < b.city ? -1 : 1))
  res.set('X-Signature', signature(directory))
  res.json({ directory })
})

app.use((err, req, res, next) => {
  if (res.headersSent) return next(err)
  res.status(500).json({ error: err.message })
})

app.listen(Number(process.env.PORT), process.env.HOST)
