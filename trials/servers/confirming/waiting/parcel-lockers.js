'use strict'

const express = require('express')
const debounce = require('lodash/debounce')

const SIZES = ['S', 'M', 'L']
const stations = new Map()
for (let n = 1; n <= 200; n += 1) {
  const doors = Array.from({ length: 36 }, (_, i) => ({ door: i + 1, size: SIZES[i % 3], taken: (i * n) % 5 < 3 }))
  stations.set(`P${n}`, { street: `Mill Lane ${n}`, doors })
}

function countFree (ids) {
  const result = new Map()
  for (const id of ids) {
    const free = { S: 0, M: 0, L: 0 }
    for (const { size, taken } of stations.get(id).doors) {
      if (!taken) free[size] += 1
    }
    result.set(id, free)
  }
  return result
}

// Visitors ask for the same few stations, so that their questions are answered together.
class Lookup {
  constructor (load) {
    this.load = load
    this.questions = []
    this.flush = debounce(this.flush.bind(this), 400) // <- here
  }

  find (id, callback) {
    this.questions.push({ id, callback })
    this.flush() // <- here
  }

  flush () {
    const questions = this.questions
    this.questions = []
    const found = this.load(new Set(questions.map((question) => question.id)))
    for (const { id, callback } of questions) callback(null, found.get(id))
  }
}

const lookup = new Lookup(countFree)
const app = express()
app.set('etag', false)

app.get('/', (req, res, next) => {
  const id = stations.has(req.query.station) ? req.query.station : 'P17'
  lookup.find(id, (err, free) => {
    if (err) return next(err)
    res.json({ station: id, street: stations.get(id).street, free })
  })
})

app.get('/stations', (req, res) => {
  res.json([...stations.keys()])
})

app.listen(Number(process.env.PORT), process.env.HOST)
