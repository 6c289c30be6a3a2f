'use strict'

const fastify = require('fastify')()

const HOUR = 3600_000

const drafts = new Map()

function saveDraft (id, paragraphs) {
  const timer = setTimeout(() => drafts.delete(id), HOUR)
  drafts.set(id, { paragraphs, timer }) // <- here
}

let ids = 0

fastify.get('/drafts/:id', function (req, reply) {
  const draft = drafts.get(Number(req.params.id))
  if (!draft) return reply.code(404).send()
  reply.send(draft.paragraphs)
})

fastify.get('/', function (req, reply) {
  const id = ++ids
  saveDraft(id, Array.from({ length: 40 }, (_, i) => `${i}. Paragraph of draft ${id}`)) // <- here
  reply.send({ id })
})

fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST }, function (err) {
  if (err) throw err
})
