import { createHash } from 'node:crypto'
import http from 'node:http'

const attachments = {
  'offer.pdf': Buffer.alloc(2_500_000, 'offer'),
  'terms.pdf': Buffer.alloc(40_000, 'terms')
}

function etagOf (body) {
  return `"${createHash('sha256').update(body).digest('base64url')}"` // <- here
}

function describe (name, done) {
  const body = attachments[name]
  if (!body) return done(new Error(`no ${name}`))
  done(null, { name, size: body.length, etag: etagOf(body) })
}

const server = http.createServer(function (req, res) {
  const name = req.url === '/' ? 'offer.pdf' : req.url.slice(1)
  describe(name, function (err, attachment) {
    if (err) {
      res.statusCode = 404
      return res.end(err.message)
    }
    res.setHeader('etag', attachment.etag)
    if (req.headers['if-none-match'] === attachment.etag) {
      res.statusCode = 304
      return res.end()
    }
    res.end(JSON.stringify(attachment))
  })
})

server.listen(process.env.PORT, process.env.HOST)
