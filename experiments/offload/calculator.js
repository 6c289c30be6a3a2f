'use strict'

const countPrimes = require('./primes')

// The process ends by itself when its parent has gone, for nothing else keeps it alive.
process.on('message', (limit) => process.send(countPrimes(limit)))
