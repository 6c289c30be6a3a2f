'use strict'

const fastify = require('fastify')()

const store = new Map([
  ['theme', '{ "colour": "blue", "dense": true }'],
  ['banner', '{ "text": "Summer sale", "until": "2031-09-01", }']
])

function setting (name) {
  return JSON.parse(store.get(name) ?? 'null') // <- here
}

function page () {
  return Promise.resolve().then(function () {
    const { colour } = setting('theme')
    const banner = setting('banner')
    return { colour, banner: banner?.text }
  })
}

fastify.get('/theme', (req, reply) => reply.send(setting('theme')))
fastify.get('/', (req, reply) => page().then((body) => reply.send(body)))

fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST }, function (err) {
  if (err) throw err
})
