// Parses and writes a nested query per request with qs.

import http from 'node:http'
import qs from 'qs'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const QUERY = 'filter[price][from]=10&filter[price][to]=50&sort[]=price&sort[]=name&page=2&tags[0]=new&tags[1]=used&q=caf%C3%A9+table'

const server = http.createServer(function (req, res) {
  const query = qs.parse(QUERY)
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ query, text: qs.stringify(query) }))
})

server.listen(PORT, HOST)
