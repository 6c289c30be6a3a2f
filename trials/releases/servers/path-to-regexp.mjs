// Matches twenty paths per request with path-to-regexp, compiled once.

import http from 'node:http'
import { compile, match } from 'path-to-regexp'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const toArticle = match('/shops/:shop/articles/:id')
const urlOf = compile('/shops/:shop/articles/:id')
const paths = Array.from({ length: 20 }, (_, i) => (i % 3 ? `/shops/${i}/articles/a%20${i}` : `/shops/${i}/lists`))

const server = http.createServer(function (req, res) {
  const found = paths.map((path) => toArticle(path)).filter(Boolean).map(({ params }) => urlOf(params))
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ found }))
})

server.listen(PORT, HOST)
