'use strict'

const express = require('express')
const path = require('path')
const { fork } = require('child_process')
const { once } = require('events')
const { Carrier } = require('./carrier')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const office = fork(path.join(__dirname, 'office.js'))

once(office, 'message').then(function ([port]) {
  const carrier = new Carrier(`http://127.0.0.1:${port}`)
  const app = express()

  app.get('/parcels/:id', async function ({ params }, res) {
    res.json({ id: params.id, ...(await carrier.find(params.id)) })
  })

  app.listen(PORT, HOST)
})
