'use strict'

const { scryptSync } = require('crypto')
const serve = require('./app')

// In the event loop.
serve(function (password, salt) {
  return scryptSync(password, salt, 64)
})
