// A shop on restify: the parser of queries, JSON.

import restify from 'restify'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const server = restify.createServer()

server.use(restify.plugins.queryParser())
server.get('/articles/:id', function (req, res, next) {
  res.send({ id: req.params.id, price: 10, currency: req.query.currency })
  next()
})

server.listen(PORT, HOST)
