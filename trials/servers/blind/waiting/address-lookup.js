'use strict'

const express = require('express')

const towns = ['Aurich', 'Emden', 'Leer', 'Norden', 'Papenburg', 'Weener', 'Wittmund', 'Jever']
const gazetteer = new Map()
for (let plz = 26000; plz < 27000; plz++) {
  gazetteer.set(String(plz), { town: towns[plz % towns.length], tour: `T${plz % 17}` })
}

function findMany (codes, callback) {
  const found = new Map()
  for (const code of new Set(codes)) {
    if (gazetteer.has(code)) found.set(code, gazetteer.get(code))
  }
  process.nextTick(callback, null, found)
}

class Lookup {
  constructor (query, { size, linger }) {
    this.query = query
    this.size = size
    this.linger = linger
    this.open = []
    this.timer = null
  }

  get (code, callback) {
    this.open.push({ code, callback })
    if (this.open.length >= this.size) {
      this.flush()
    } else if (!this.timer) {
      this.timer = setTimeout(() => this.flush(), this.linger) // <- here
    }
  }

  flush () {
    clearTimeout(this.timer)
    this.timer = null
    const batch = this.open
    this.open = []
    this.query(batch.map((entry) => entry.code), (err, found) => {
      for (const { code, callback } of batch) callback(err, found && found.get(code))
    })
  }
}

const lookup = new Lookup(findMany, { size: 1000, linger: 400 }) // <- here
const app = express()
let n = 0

app.disable('x-powered-by')
app.disable('etag')

app.get('/', (req, res, next) => {
  const plz = String(26000 + n++ * 7 % 1000)
  lookup.get(plz, (err, address) => { // <- here
    if (err) return next(err)
    res.json({ plz, ...address })
  })
})

app.listen(Number(process.env.PORT), process.env.HOST)
