'use strict'

const pino = require('pino')
const serve = require('./app')

const logger = pino()

serve(function (req, res) {
  logger.info({ method: req.method, url: req.url, statusCode: res.statusCode })
})
