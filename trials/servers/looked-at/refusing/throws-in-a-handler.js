'use strict'

const express = require('express')

const users = new Map([[1, { name: 'Ada' }]])

function nameOf (id) {
  return users.get(id).name.toUpperCase() // <- here
}

const app = express()
app.use(function (err, req, res, next) {
  next(err)
})
let last = 0
app.get('/', async (req, res) => res.send(nameOf(++last % 3)))
process.env.NODE_ENV = 'test'
app.listen(process.env.PORT, process.env.HOST)
