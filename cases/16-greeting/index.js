'use strict'

const fastify = require('fastify')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const GREETINGS = { de: 'Guten Tag', en: 'Good day', fr: 'Bonjour', it: 'Buongiorno' }

const schema = {
  response: { 200: { type: 'object', properties: { greeting: { type: 'string' }, language: { type: 'string' } } } }
}

const app = fastify()

app.get('/greeting', { schema }, async function ({ query }) {
  const language = query.language in GREETINGS ? query.language : 'en'
  return { greeting: GREETINGS[language], language }
})

app.listen({ port: PORT, host: HOST })
