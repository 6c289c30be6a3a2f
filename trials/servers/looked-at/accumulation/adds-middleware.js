'use strict'

const express = require('express')

const app = express()
const router = express.Router()
app.use(router)

function countVisits () {
  const seen = { visits: 0 }
  router.use(function (req, res, next) { // <- here
    seen.visits++
    next() // <- here
  })
}

app.get('/', function (req, res) {
  countVisits()
  res.send('hello\n')
})
app.listen(process.env.PORT, process.env.HOST)
