'use strict'

const pino = require('pino')
const serve = require('./app')

// Formats the line here; a worker thread writes it.
const logger = pino(pino.transport({ target: 'pino/file' }))

serve(function (req, res) {
  logger.info({ method: req.method, url: req.url, statusCode: res.statusCode })
})
