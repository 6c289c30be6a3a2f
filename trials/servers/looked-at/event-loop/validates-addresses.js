'use strict'

const express = require('express')

const ADDRESS = /^([a-z0-9]+[._-]?)+@example\.org$/

function isAddress (text) {
  return ADDRESS.test(text) // <- here
}

const app = express()
app.get('/', (req, res) => res.json({ valid: isAddress('abcdefghijklmnop@example.com') }))
app.listen(process.env.PORT, process.env.HOST)
