'use strict'
const express = require('express')

const defaults = {
  locale: 'en',
  currency: 'EUR',
  theme: 'light',
  pageSize: 25,
  timezone: 'Europe/Vienna',
  newsletter: false,
  density: 'cozy',
  units: 'metric',
}
const names = Object.keys(defaults)

class Preferences {
  #current = defaults

  patch (values) {
    this.#current = Object.assign(Object.create(this.#current), values) // <- here
  }

  read (name) {
    return this.#current[name] // <- here
  }
}

const preferences = new Preferences()
const app = express()
app.disable('x-powered-by')

app.use((req, res, next) => {
  preferences.patch({ lastSeen: Date.now(), agent: req.get('user-agent') ?? 'unknown' })
  next()
})

app.get('/', (req, res) => {
  const view = {}
  for (const name of names) view[name] = preferences.read(name)
  view.lastSeen = preferences.read('lastSeen')
  res.json(view)
})

app.listen(Number(process.env.PORT), process.env.HOST)
