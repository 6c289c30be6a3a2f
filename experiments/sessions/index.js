'use strict'

require('./app')(Infinity)
