'use strict'

// One request in 120 is a login, which hashes the password on the main thread.

const { pbkdf2Sync } = require('crypto')
const http = require('http')
const logged = require('../logged')

const LOGIN_ONE_IN = 120
const ROUNDS = 300_000

let requests = 0
let known = ''

const login = logged(function () {
  known = pbkdf2Sync('correct horse', 'battery staple', ROUNDS, 32, 'sha512').toString('hex') // HERE
})

http.createServer(function (req, res) {
  if (++requests % LOGIN_ONE_IN === 0) login()
  res.end(JSON.stringify({ isKnown: known !== '' }))
}).listen(0, '127.0.0.1', function () {
  console.log(this.address().port)
})
