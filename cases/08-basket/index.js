'use strict'

const path = require('path')
const { fork } = require('child_process')
const { once } = require('events')
const express = require('express')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const BASKETS = {
  7: ['tea', 'cups', 'sugar', 'biscuits', 'milk', 'spoons'],
  8: ['tea']
}

const supplier = fork(path.join(__dirname, 'supplier.js'))

once(supplier, 'message').then(function ([port]) {
  async function priceOf (article) {
    const answer = await fetch(`http://127.0.0.1:${port}/prices/${article}`)
    const { cents } = await answer.json()
    return cents
  }

  const app = express()

  app.get('/baskets/:id', async function (req, res) {
    const articles = BASKETS[req.params.id]
    if (!articles) return res.status(404).json({ error: 'no such basket' })
    const lines = []
    for (const article of articles) {
      lines.push({ article, cents: await priceOf(article) })
    }
    res.json({ lines, total: lines.reduce((sum, { cents }) => sum + cents, 0) })
  })

  app.listen(PORT, HOST)
})
