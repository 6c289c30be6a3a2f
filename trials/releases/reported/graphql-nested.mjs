// Executes a deeply nested GraphQL query per request, without promises, as in the thread.

import http from 'node:http'
import { buildSchema, graphql } from 'graphql'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const schema = buildSchema(`
  type Query { getX: [X], getY: [Y] }
  type X { name: String, y: [Y] }
  type Y { name: String, age: Int, y: [Y] }
`)
const QUERY = '{ getX { name y { name, age } } getY { name age y { name, age y { y { name, age y { y { name, age } } } } } } }'
const COUNT = 2

const y = (depth) => ({ name: 'y', age: depth, y: depth > 0 ? Array.from({ length: COUNT }, () => y(depth - 1)) : [] })
const x = { name: 'x', y: [y(0), y(0)] }
const root = { getX: () => Array(COUNT).fill(x), getY: () => Array(COUNT).fill(y(5)) }

const server = http.createServer(async function (req, res) {
  const { data } = await graphql(schema, QUERY, root)
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify(data))
})

server.listen(PORT, HOST)
