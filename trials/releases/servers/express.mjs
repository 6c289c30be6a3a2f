// A shop on Express: JSON, a router with parameters, a middleware, an ETag.

import express from 'express'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const app = express()
const articles = express.Router()

app.use(function (req, res, next) {
  res.set('X-Shop', 'open')
  next()
})
articles.get('/', (req, res) => res.json({ articles: Array.from({ length: 20 }, (_, id) => ({ id, price: 10 + id })) }))
articles.get('/:id', (req, res) => res.json({ id: req.params.id, price: 10, currency: req.query.currency }))
app.use('/articles', articles)

app.listen(PORT, HOST)
