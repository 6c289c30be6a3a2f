'use strict'

const { createLogger, format, transports } = require('winston')
const serve = require('./app')

// A line of JSON with the time, like pino's.
const logger = createLogger({
  format: format.combine(format.timestamp(), format.json()),
  transports: [new transports.Console()]
})

serve(function (req, res) {
  logger.info('answered', { method: req.method, url: req.url, statusCode: res.statusCode })
})
