'use strict'
const { fork } = require('node:child_process')
const path = require('node:path')
const http = require('node:http')
const { setTimeout: pause } = require('node:timers/promises')
const express = require('express')

const backend = fork(path.join(__dirname, '..', 'systems.js'))
const agent = new http.Agent({ keepAlive: true })

function getJson (port, target) {
  return new Promise((resolve, reject) => {
    http.get({ host: '127.0.0.1', port, path: target, agent }, (res) => {
      let text = ''
      res.setEncoding('utf8')
      res.on('data', (part) => (text += part))
      res.on('end', () => resolve({ status: res.statusCode, value: JSON.parse(text) }))
    }).on('error', reject)
  })
}

async function settled (port, id) {
  for (let turn = 1; turn <= 8; turn++) {
    const { status, value } = await getJson(port, `/orders?id=${id}`)
    if (status === 200) return value
    await pause(25 * turn) // <- here
  }
  throw new Error(`order ${id} is still open`)
}

backend.once('message', ({ port }) => {
  const app = express()
  let last = 0

  app.get('/', async (req, res) => {
    const order = await settled(port, ++last) // <- here
    res.json(order)
  })

  app.use((error, req, res, next) => {
    if (res.headersSent) return next(error)
    res.status(504).json({ error: error.message })
  })

  app.listen(Number(process.env.PORT), process.env.HOST)
})
