'use strict'

const fastify = require('fastify')
const { openDatabase } = require('./database')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env
const ON_A_PAGE = 20

openDatabase().then(function (database) {
  async function booksFrom (first) {
    const { rows } = await database.query(
      'select id, title, author from library.books where id >= $1 order by id limit $2',
      [first, ON_A_PAGE]
    )
    const books = []
    for (const { id, title, author } of rows) {
      const { rows: [{ name }] } = await database.query('select name from library.authors where id = $1', [author])
      books.push({ id, title, author: name })
    }
    return books
  }

  const app = fastify()

  app.get('/books', async ({ query }) => ({ books: await booksFrom(Number(query.from ?? 1)) }))

  app.listen({ port: PORT, host: HOST })
})
