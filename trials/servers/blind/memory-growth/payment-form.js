'use strict'

const { randomUUID, createHmac } = require('node:crypto')
const express = require('express')

const SECRET = 'b2f1-44ac'
const OVERDUE = 15 * 60_000

const payees = Array.from({ length: 32 }, (_, i) => ({
  name: `Payee ${i + 1}`,
  iban: `CH93007620116238529${String(i).padStart(2, '0')}`,
  reference: `RF18-5390-0754-${7000 + i}`,
}))

const app = express()
app.disable('x-powered-by')
app.set('etag', false)

function report (kind, trace) {
  console.error('%s %s %s after %d ms', kind, trace.id, trace.path, Date.now() - trace.startedAt)
}

app.use((req, res, next) => {
  const trace = { id: randomUUID(), path: req.path, startedAt: Date.now(), answer: null }
  const overdue = setTimeout(() => report('overdue', trace), OVERDUE) // <- here
  req.once('aborted', () => clearTimeout(overdue)) // <- here
  res.locals.trace = trace
  next()
})

app.use((req, res, next) => {
  res.set('cache-control', 'no-store')
  res.set('x-request-id', res.locals.trace.id)
  next()
})

function sign (id) {
  return createHmac('sha256', SECRET).update(id).digest('base64url')
}

function form (trace) {
  return {
    token: `${trace.id}.${sign(trace.id)}`,
    limits: { day: 5000, month: 20_000 },
    executionDate: new Date(trace.startedAt + 86_400_000).toISOString().slice(0, 10),
    payees: payees.map(({ name, iban, reference }) => ({ name, iban, reference, currency: 'CHF' })),
  }
}

app.get('/', (req, res) => {
  const { trace } = res.locals
  trace.answer = JSON.stringify(form(trace)) // <- here
  res.type('json').send(trace.answer)
})

app.use((err, req, res, next) => {
  report(err.message, res.locals.trace)
  if (res.headersSent) next(err)
  else res.status(500).end()
})

app.listen(Number(process.env.PORT), process.env.HOST)
