'use strict'

const http = require('http')

class Firewall {
  rules = []

  block (prefix, seconds) {
    this.rules.push({ prefix, until: Date.now() + seconds * 1000 }) // <- here
  }

  allows (address) {
    for (const rule of this.rules) { // <- here
      if (address.startsWith(rule.prefix) && rule.until > Date.now()) return false // <- here
    }
    return true
  }
}

const firewall = new Firewall()
let seen = 0

http.createServer(function (req, res) {
  const address = req.headers['x-real-ip'] ?? req.socket.remoteAddress
  if (!firewall.allows(address)) {
    res.statusCode = 403
    return res.end()
  }
  const net = ++seen % 256
  firewall.block(`10.${net}.`, 3600)
  firewall.block(`::ffff:10.${net}.`, 3600)
  res.end('welcome\n')
}).listen(process.env.PORT, process.env.HOST)
