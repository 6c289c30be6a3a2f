'use strict'

const fs = require('fs')
const os = require('os')
const path = require('path')
const http = require('http')
const polka = require('polka')
const session = require('express-session')
const FileStore = require('session-file-store')(session)

const sessionDir = path.join(os.tmpdir(), `shop-sessions-${process.pid}`)
fs.mkdirSync(sessionDir, { recursive: true })

const stock = [
  { id: 1, name: 'Trowel', price: 9.5 },
  { id: 2, name: 'Watering can', price: 18 },
  { id: 3, name: 'Gloves', price: 6.9 },
  { id: 4, name: 'Seed tray', price: 4.2 }
]

const store = new FileStore({ path: sessionDir, ttl: 1800, logFn: () => {}, retries: 0 })

const sessions = session({
  name: 'shop.sid',
  secret: 'green-fingers',
  store,
  resave: false,
  saveUninitialized: false,
  cookie: { maxAge: 7 * 24 * 3600 * 1000 }
})

function json (req, res, next) {
  res.json = body => {
    res.setHeader('Content-Type', 'application/json')
    res.end(JSON.stringify(body))
  }
  next()
}

function basketTotal (basket) {
  return basket.reduce((sum, line) => sum + stock.find(s => s.id === line.id).price * line.count, 0)
}

const app = polka()
app.use(json, sessions)

app.get('/products', (req, res) => {
  const basket = req.session.basket || []
  res.json({ products: stock, basket: { lines: basket.length, total: basketTotal(basket) } })
})

app.post('/basket/:id', (req, res) => {
  const id = Number(req.params.id)
  const basket = req.session.basket = req.session.basket || []
  const line = basket.find(l => l.id === id)
  if (line) line.count++
  else basket.push({ id, count: 1 })
  res.json({ total: basketTotal(basket) })
})

http.createServer(app.handler).listen(process.env.PORT || 3000, '127.0.0.1')
