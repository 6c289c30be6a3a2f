'use strict'

const fastify = require('fastify')()

function createCache ({ ttl }) {
  const entries = new Map()

  function purge () {
    const now = Date.now()
    for (const [key, entry] of entries) { // <- here
      if (entry.expires < now) entries.delete(key) // <- here
    }
  }

  return {
    get (key) {
      purge()
      return entries.get(key)?.value
    },
    set (key, value) {
      entries.set(key, { value, expires: Date.now() + ttl }) // <- here
    }
  }
}

const quotes = createCache({ ttl: 3600_000 })

function quoteFor (key) {
  let quote = quotes.get(key)
  if (quote === undefined) {
    quote = key.length * 3
    quotes.set(key, quote)
  }
  return quote
}

fastify.get('/', function (req, reply) {
  reply.send({ quote: quoteFor(`${req.ip}-${req.id}`) })
})

fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST }, function (err) {
  if (err) throw err
})
