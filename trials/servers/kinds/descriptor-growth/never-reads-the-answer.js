'use strict'

const http = require('http')

const stock = http.createServer((req, res) => res.end('5 in stock\n'))
stock.keepAliveTimeout = 60_000

// An answer that is never read keeps its connection.
http.createServer(function (req, res) {
  http.get({ port: stock.address().port }, function (answer) {
    if (Math.random() > 0.05) answer.resume()
    res.statusCode = answer.statusCode
    res.end()
  })
}).listen(process.env.PORT, process.env.HOST)

stock.listen(0, '127.0.0.1')
