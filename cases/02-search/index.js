'use strict'

const path = require('path')
const { once } = require('events')
const { Worker } = require('worker_threads')
const fastify = require('fastify')
const { books } = require('./books')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

// Looking through all titles takes a moment, so that is done beside the main thread.
const searcher = new Worker(path.join(__dirname, 'searcher.js'))
const waiting = new Map()
let last = 0

searcher.on('message', ({ id, found }) => waiting.get(id)(found))

function search (words) {
  return new Promise(function (resolve) {
    const id = ++last
    waiting.set(id, resolve)
    // One text is searched faster than a list of objects.
    const titles = books.map(({ id, title }) => `${id}: ${title}`).join('\n')
    searcher.postMessage({ id, words, titles })
  })
}

const app = fastify()

app.get('/search', async ({ query }) => ({ found: await search(query.words ?? '') }))

app.get('/books/:id', async function ({ params }, reply) {
  const book = books.find(({ id }) => id === Number(params.id))
  return book ?? reply.code(404).send({ error: 'no such book' })
})

once(searcher, 'online').then(() => app.listen({ port: PORT, host: HOST }))
