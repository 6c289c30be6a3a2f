'use strict'

const { scrypt } = require('crypto')
const { promisify } = require('util')
const serve = require('./app')

const hashLater = promisify(scrypt)

// In the four threads of libuv's pool.
serve(function (password, salt) {
  return hashLater(password, salt, 64)
})
