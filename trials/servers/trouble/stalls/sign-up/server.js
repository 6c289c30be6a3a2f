'use strict'

// Checks the address of somebody who signs up. One address in 160 makes the regular expression backtrack.

const http = require('http')
const logged = require('../logged')

const ADDRESS = /^(?:[a-z0-9]+[._-]?)+@[a-z0-9]+\.[a-z]{2,}$/
const ODD_ONE_IN = 160
const ODD = 'a'.repeat(29)

let requests = 0

function isAddress (text) {
  return ADDRESS.test(text) // HERE
}

const checkOdd = logged(() => isAddress(ODD))

http.createServer(function (req, res) {
  if (++requests % ODD_ONE_IN === 0) checkOdd()
  res.end(JSON.stringify({ isValid: isAddress('ada@example.com') }))
}).listen(0, '127.0.0.1', function () {
  console.log(this.address().port)
})
