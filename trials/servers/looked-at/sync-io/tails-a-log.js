'use strict'

const fs = require('fs')
const os = require('os')
const path = require('path')
const fastify = require('fastify')({ logger: false })

const logFile = path.join(os.tmpdir(), 'third-service.log')
fs.writeFileSync(logFile, Array.from({ length: 9000 }, (_, i) => `line ${i} of the log of a service\n`).join(''))

function countLines (file) {
  const fd = fs.openSync(file, 'r')
  const chunk = Buffer.alloc(512)
  let lines = 0
  let size
  while ((size = fs.readSync(fd, chunk)) > 0) { // <- here
    for (let at = chunk.indexOf(10); at !== -1 && at < size; at = chunk.indexOf(10, at + 1)) lines++
  }
  fs.closeSync(fd)
  return lines
}

fastify.decorate('lines', () => countLines(logFile))

fastify.get('/', function (req, reply) {
  reply.send({ lines: this.lines() })
})

fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST }, function (err) {
  if (err) throw err
})
