'use strict'

const { Piscina } = require('piscina')
const serve = require('./app')

// In another thread of this process.
const pool = new Piscina({ filename: require.resolve('./primes'), maxThreads: 1 })

serve((limit) => pool.run(limit))
