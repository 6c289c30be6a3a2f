'use strict'

const express = require('express')
const upstream = require('../upstream')

upstream().then(function (port) {
  const app = express()
  app.get('/', async function (req, res) {
    let sum = 0
    for (const id of [3, 4, 5]) {
      const answer = await fetch(`http://127.0.0.1:${port}/15/prices/${id}`) // <- here
      sum += (await answer.json()).price
    }
    res.json({ sum })
  })
  app.listen(process.env.PORT, process.env.HOST)
})
