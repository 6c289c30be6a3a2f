'use strict'

const serve = require('./app')
const countPrimes = require('./primes')

// In the event loop, between two cheap requests.
serve(countPrimes)
