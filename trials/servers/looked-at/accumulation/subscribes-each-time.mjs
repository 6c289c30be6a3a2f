import { EventEmitter } from 'node:events'
import Fastify from 'fastify'

const news = new EventEmitter().setMaxListeners(0)

function follow () {
  let seen = 0
  news.on('item', function (item) { // <- here
    if (item.id > seen) seen = item.id // <- here
  })
}

const app = Fastify()
let last = 0
app.get('/', async function () {
  follow()
  news.emit('item', { id: ++last })
  return { last }
})
app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
