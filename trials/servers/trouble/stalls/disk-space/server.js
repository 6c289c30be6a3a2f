'use strict'

// Answers how much disk space is free. A command determines it every 8 s.

const { execSync } = require('child_process')
const http = require('http')
const logged = require('../logged')

const EACH_MS = 8000

let free = ''

function measure () {
  free = String(execSync('sleep 0.25; df -k .')) // HERE
}

setInterval(logged(measure), EACH_MS)

http.createServer(function (req, res) {
  res.end(free)
}).listen(0, '127.0.0.1', function () {
  console.log(this.address().port)
})
