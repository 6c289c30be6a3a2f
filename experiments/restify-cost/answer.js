'use strict'

const { timestamp, fetchContent } = require('../../steps/03-optimized/util')()

let made = { etag: null, body: null, headers: null }

// Returns the response to a URL: body and headers. Makes it anew only if the content or the time has changed.
module.exports = function (url, callback) {
  fetchContent(url, function (err, content, contentId) {
    if (err) return callback(err)
    const ts = timestamp()
    const etag = `"${contentId}-${ts}"`
    if (made.etag !== etag) made = make(etag, JSON.stringify({ data: content, url, ts }))
    callback(null, made)
  })
}

function make (etag, json) {
  const body = Buffer.from(json)
  const headers = {
    Etag: etag,
    'Cache-Control': 'public, max-age=120',
    'Content-Type': 'application/json',
    'Content-Length': body.length
  }
  return { etag, body, headers }
}
