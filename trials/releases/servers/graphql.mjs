// Parses, validates and executes a query per request with GraphQL.js.

import http from 'node:http'
import { buildSchema, execute, parse, validate } from 'graphql'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const schema = buildSchema(`
  type Article { id: ID!, name: String!, price: Float, similar: [Article!]! }
  type Query { article(id: ID!): Article, articles(first: Int): [Article!]! }
`)
const QUERY = '{ articles(first: 10) { id name price similar { id name } } article(id: "7") { name } }'

function article (id) {
  return { id, name: `article ${id}`, price: 10 + id, similar: () => [1, 2].map((more) => article(id + more)) }
}

const rootValue = {
  articles: ({ first }) => Array.from({ length: first }, (_, id) => article(id)),
  article: ({ id }) => article(Number(id))
}

const server = http.createServer(async function (req, res) {
  const document = parse(QUERY)
  const errors = validate(schema, document)
  const result = errors.length > 0 ? { errors } : await execute({ schema, document, rootValue })
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify(result))
})

server.listen(PORT, HOST)
