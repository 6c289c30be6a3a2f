'use strict'

const express = require('express')
const fs = require('fs')
const os = require('os')
const path = require('path')

const folder = path.join(os.tmpdir(), 'third-audit')
fs.mkdirSync(folder, { recursive: true })

function audit (file) {
  fs.writeFileSync(file, '')
  return function (req, res, next) {
    const entry = { at: new Date().toISOString(), method: req.method, url: req.originalUrl, by: req.ip }
    fs.appendFileSync(file, `${JSON.stringify(entry)}\n`, { flush: true }) // <- here
    next()
  }
}

const app = express()
app.use(audit(path.join(folder, 'audit.log')))
app.get('/accounts/:id', (req, res) => res.json({ id: req.params.id, balance: 12 }))
app.get('/', (req, res) => res.json({ accounts: ['/accounts/1', '/accounts/2'] }))
app.listen(process.env.PORT, process.env.HOST)
