'use strict'

const serve = require('./app')

serve(function (req, res) {
  console.log(`${new Date().toISOString()} ${req.method} ${req.url} ${res.statusCode}`)
})
