'use strict'
const express = require('express')

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const stores = {
  utrecht: { name: 'Utrecht Centraal', hours: { mon: [8, 20], tue: [8, 20], wed: [8, 20], thu: [8, 21], fri: [8, 21], sat: [9, 18], sun: [11, 17] } },
  delft: { name: 'Delft Markt', hours: { mon: [12, 18], tue: [9, 18], wed: [9, 18], thu: [9, 18], fri: [9, 21], sat: [9, 17] } },
}

function statusOf (store, now) {
  const today = DAYS[now.getDay()]
  const hours = store.hours[today]
  if (!hours) return { day: today, open: false }
  const [from, to] = hours
  const hour = now.getHours() + now.getMinutes() / 60
  return { day: today, open: hour >= from && hour < to, from, to }
}

const app = express()
app.disable('x-powered-by')

app.use((req, res, next) => {
  res.set('Cache-Control', 'public, max-age=60')
  next()
})

app.get('/', (req, res) => {
  const store = stores[req.query.store ?? 'utrecht']
  if (!store) {
    return res.status(404).json({ error: 'unknown store' })
  }
  res.json({ store: store.name, ...statusOf(store, new Date()) })
})

app.use((err, req, res, next) => {
  console.error(err)
  res.status(500).json({ error: 'internal error' })
})

const server = app.listen(Number(process.env.PORT), process.env.HOST)

process.on('SIGTERM', () => {
  server.close(() => process.exit(0))
  server.closeAllConnections()
})
