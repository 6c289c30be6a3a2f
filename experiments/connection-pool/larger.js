'use strict'

require('./app')(50)
