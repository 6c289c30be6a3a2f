'use strict'

const http = require('http')
const express = require('express')
const upstream = require('../asked-service')

const agent = new http.Agent({ keepAlive: true, maxSockets: 2 }) // <- here

function getJson (port, path) {
  return new Promise(function (resolve, reject) {
    const req = http.get({ agent, host: '127.0.0.1', port, path }, function (res) { // <- here
      let text = ''
      res.setEncoding('utf8')
      res.on('data', (chunk) => (text += chunk))
      res.on('end', () => resolve(JSON.parse(text)))
    })
    req.on('error', reject)
  })
}

async function main () {
  const { http: port } = await upstream()
  const app = express()
  app.get('/health', (req, res) => res.send('ok'))
  app.get('/', async function (req, res) {
    const { items } = await getJson(port, '/15/stock') // <- here
    res.json({ inStock: items.length })
  })
  app.listen(process.env.PORT, process.env.HOST)
}

main()
