'use strict'

require('./app')(2)
