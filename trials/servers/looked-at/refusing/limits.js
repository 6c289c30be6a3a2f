'use strict'
const express = require('express')

class Bucket {
  #size
  #perSecond
  #level
  #filled = Date.now()

  constructor (size, perSecond) {
    this.#size = size
    this.#perSecond = perSecond
    this.#level = size
  }

  take (now) {
    const seconds = Math.floor((now - this.#filled) / 1000)
    this.#level = Math.min(this.#size, this.#level + seconds * this.#perSecond)
    this.#filled = now
    if (this.#level < 1) return false
    this.#level -= 1
    return true
  }
}

const buckets = new Map()

function limit (req, res, next) {
  let bucket = buckets.get(req.ip)
  if (!bucket) {
    bucket = new Bucket(100, 50)
    buckets.set(req.ip, bucket)
  }
  if (bucket.take(Date.now())) return next()
  res.set('retry-after', '1')
  res.status(429).json({ error: 'please slow down' }) // <- here
}

const app = express()
app.use(limit)
app.get('/', (req, res) => {
  res.json({ message: 'welcome', at: Date.now() })
})

app.listen(Number(process.env.PORT), process.env.HOST)
