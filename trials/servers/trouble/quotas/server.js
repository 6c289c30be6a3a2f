'use strict'

// Signs each request, in the control group whose folder is in the environment.

const { createHmac } = require('crypto')
const fs = require('fs')
const http = require('http')

const ROUNDS = 30

if (process.env.CONTROL_GROUP) fs.writeFileSync(`${process.env.CONTROL_GROUP}/cgroup.procs`, String(process.pid))

function sign (text) {
  for (let i = 0; i < ROUNDS; i++) text = createHmac('sha256', 'secret').update(text).digest('hex')
  return text
}

http.createServer(function (req, res) {
  res.end(JSON.stringify({ signature: sign(req.url) }))
}).listen(process.env.PORT, process.env.HOST)
