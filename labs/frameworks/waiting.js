'use strict'

// Runs a contestant with a delay of 5 ms per request, like a database query: node waiting.js contestants/express.js

const http = require('http')
const path = require('path')

const WAIT_MS = 5

const { emit } = http.Server.prototype

http.Server.prototype.emit = function (event, ...args) {
  if (event !== 'request') return emit.call(this, event, ...args)
  setTimeout(() => emit.call(this, event, ...args), WAIT_MS)
  return true
}

require(path.resolve(process.argv[2]))
