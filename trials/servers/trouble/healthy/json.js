'use strict'

// Answers a small JSON document.

const http = require('http')

const NAMES = ['Ada', 'Grace', 'Edsger', 'Barbara', 'Donald']
let requests = 0

http.createServer(function (req, res) {
  requests++
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify({ requests, people: NAMES.map((name, id) => ({ id, name, path: req.url })) }))
}).listen(0, '127.0.0.1', function () {
  console.log(this.address().port)
})
