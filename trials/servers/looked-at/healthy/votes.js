'use strict'

const fastify = require('fastify')()

const counts = { tea: 0, coffee: 0 }

function vote (what, done) {
  if (!(what in counts)) return done(new Error(`no ${what}`))
  counts[what]++
  process.nextTick(done, null, counts)
}

fastify.get('/counts', (req, reply) => reply.send(counts))

fastify.get('/', function (req, reply) {
  vote(req.query.for ?? 'tea', function (err, result) {
    if (err) return reply.code(400).send({ error: err.message })
    reply.send(result)
  })
})

fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST }, function (err) {
  if (err) throw err
})
