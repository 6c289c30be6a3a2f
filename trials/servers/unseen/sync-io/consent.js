'use strict'
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { randomUUID } = require('node:crypto')
const fastify = require('fastify')

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'consent-'))
const journal = fs.openSync(path.join(dir, 'journal.ndjson'), 'a')
const app = fastify()

const purposes = [
  { id: 'necessary', title: 'Necessary', optional: false },
  { id: 'statistics', title: 'Statistics', optional: true },
  { id: 'marketing', title: 'Marketing', optional: true },
]

// A record must be on disk before the visitor gets an answer.
function record (entry) { // <- here
  fs.writeSync(journal, `${JSON.stringify(entry)}\n`) // <- here
  fs.fsyncSync(journal) // <- here
}

app.decorateRequest('visitor', '')

app.addHook('onRequest', (request, reply, done) => {
  request.visitor = request.headers['x-visitor'] || randomUUID()
  done()
})

app.addHook('preHandler', (request, reply, done) => {
  record({ at: new Date().toJSON(), visitor: request.visitor, method: request.method, path: request.url }) // <- here
  done()
})

app.get('/', (request, reply) => {
  reply.send({
    visitor: request.visitor,
    version: 14,
    purposes: purposes.map((p) => ({ ...p, granted: !p.optional })),
  })
})

app.listen({ port: Number(process.env.PORT), host: process.env.HOST })

process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }))
process.on('SIGTERM', () => process.exit())
