'use strict'

const pino = require('pino')
const serve = require('./app')

// The line is put together here, and written by a worker thread.
const logger = pino(pino.transport({ target: 'pino/file' }))

serve(function (req, res) {
  logger.info({ method: req.method, url: req.url, statusCode: res.statusCode })
})
