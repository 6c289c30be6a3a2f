'use strict'

const fs = require('fs')
const http = require('http')

// A client that has the page already gets no body, and the file stays open.
http.createServer(function (req, res) {
  const page = fs.createReadStream(__filename)
  page.once('open', function () {
    if (Math.random() < 0.1) {
      res.statusCode = 204
      res.end()
    } else {
      page.pipe(res)
    }
  })
}).listen(process.env.PORT, process.env.HOST)
