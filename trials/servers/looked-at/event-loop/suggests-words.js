'use strict'

const Koa = require('koa')

const WORDS = ['performance', 'perforation', 'preference', 'conference', 'reformation']

function distance (a, b) {
  let above = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      row.push(Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + change)) // <- here
    }
    above = row
  }
  return above[b.length]
}

function suggest (word) {
  return WORDS.map((known) => ({ known, distance: distance(word, known) })).sort((a, b) => a.distance - b.distance)
}

const app = new Koa()
app.use(function (ctx) {
  ctx.body = Array.from({ length: 12 }, (_, i) => suggest(`perfomance${i}`)[0])
})
app.listen(process.env.PORT, process.env.HOST)
