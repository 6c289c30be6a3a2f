'use strict'

const { fork } = require('child_process')
const serve = require('./app')

// In another process, which answers in order.
const calculator = fork(require.resolve('./calculator'))
const waiting = []
calculator.on('message', (primes) => waiting.shift()(primes))

serve(function (limit) {
  return new Promise(function (resolve) {
    waiting.push(resolve)
    calculator.send(limit)
  })
})
