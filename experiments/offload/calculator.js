'use strict'

const countPrimes = require('./primes')

// The process exits with its parent, because nothing else keeps it alive.
process.on('message', (limit) => process.send(countPrimes(limit)))
