'use strict'
const crypto = require('node:crypto')
const express = require('express')

const ITERATIONS = 4_000
const salt = crypto.randomBytes(16)

const accounts = [
  { name: 'public', key: 'pk_public', limit: 60 },
  { name: 'partner', key: 'pk_partner_51', limit: 6000 },
].map(({ key, ...account }) => ({
  ...account,
  digest: crypto.pbkdf2Sync(key, salt, ITERATIONS, 64, 'sha512'),
}))

function digestOf (key, callback) { // <- here
  crypto.pbkdf2(key, salt, ITERATIONS, 64, 'sha512', callback) // <- here
}

function authenticate (req, res, next) {
  const key = req.get('x-api-key') || 'pk_public'
  digestOf(key, (err, digest) => { // <- here
    if (err) return next(err)
    req.account = accounts.find((a) => crypto.timingSafeEqual(a.digest, digest))
    if (!req.account) return res.status(401).json({ error: 'unknown key' })
    next()
  })
}

const app = express()
app.disable('x-powered-by')
app.use(authenticate)

app.get('/', (req, res) => {
  res.set('x-limit', String(req.account.limit))
  res.json({
    account: req.account.name,
    holidays: [
      { date: '2026-01-01', name: 'New Year' },
      { date: '2026-04-06', name: 'Easter Monday' },
      { date: '2026-12-25', name: 'Christmas Day' },
    ],
  })
})

app.listen(Number(process.env.PORT), process.env.HOST)
