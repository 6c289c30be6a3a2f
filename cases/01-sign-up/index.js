'use strict'

const express = require('express')
const { isAddress } = require('./addresses')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const taken = new Set(['ada@example.org', 'grace.hopper@example.org'])

const app = express()

// The form asks this whenever somebody has typed another letter.
app.get('/available', function (req, res) {
  const { address = '' } = req.query
  if (!isAddress(address)) return res.json({ address, isAddress: false })
  res.json({ address, isAddress: true, isAvailable: !taken.has(address) })
})

app.listen(PORT, HOST)
