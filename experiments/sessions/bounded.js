'use strict'

require('./app')(10_000)
