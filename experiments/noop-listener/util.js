'use strict'

require('events').defaultMaxListeners = Infinity

const crypto = require('crypto')

const ONE_MINUTE = 60 * 1000

module.exports = function () {
  const content = crypto.randomBytes(5000).toString('hex')
  let lastTimestamp = Date.now()

  // The time in milliseconds, updated once a minute.
  function timestamp () {
    const now = Date.now()
    if (now - lastTimestamp >= ONE_MINUTE) lastTimestamp = now
    return lastTimestamp
  }

  // Middleware that remembers an ETag for every URL it has answered.
  function etagger () {
    const cache = {}
    let afterEventAttached = false

    function attachAfterEvent (server) {
      if (attachAfterEvent === true) return
      afterEventAttached = true

      server.on('after', function (req, res) {
      })
    }

    return function (req, res, next) {
      attachAfterEvent(this)
      const key = crypto.createHash('sha512').update(req.url).digest('hex')
      if (key in cache) res.setHeader('Etag', cache[key])
      res.setHeader('Cache-Control', 'public, max-age=120')
      next()
    }
  }

  // Simulates a database: it always answers asynchronously.
  function fetchContent (url, callback) {
    setImmediate(function () {
      if (url === '/seed/v1') return callback(null, content)
      callback(Object.assign(new Error(), { statusCode: 404, message: `${url} does not exist` }))
    })
  }

  return { timestamp, etagger, fetchContent }
}
