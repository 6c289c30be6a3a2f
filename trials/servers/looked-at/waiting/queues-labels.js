'use strict'

const http = require('http')
const async = require('async')
const fastify = require('fastify')()
const upstream = require('../asked-service')

upstream().then(function (ports) {
  const labels = async.queue(function ({ parcel }, done) {
    http.get({ host: '127.0.0.1', port: ports.http, path: `/5/labels/${parcel}` }, function (res) { // <- here
      res.resume()
      res.on('end', () => done(null, `label of ${parcel}`))
    }).on('error', done)
  }, 1) // <- here

  let parcels = 0

  fastify.get('/queue', (req, reply) => reply.send({ waiting: labels.length() }))

  fastify.get('/', function (req, reply) {
    labels.push({ parcel: ++parcels }, function (err, label) { // <- here
      if (err) return reply.code(502).send(err)
      reply.send({ label })
    })
  })

  fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST })
})
