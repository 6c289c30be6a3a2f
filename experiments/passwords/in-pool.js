'use strict'

const { scrypt } = require('crypto')
const { promisify } = require('util')
const serve = require('./app')

const hashLater = promisify(scrypt)

// In the threads of libuv's pool, of which there are four.
serve(function (password, salt) {
  return hashLater(password, salt, 64)
})
