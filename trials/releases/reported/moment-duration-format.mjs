// Formats 200 durations per request with moment-duration-format.

import http from 'node:http'
import moment from 'moment'
import 'moment-duration-format'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const durations = Array.from({ length: 200 }, (_, i) => moment.duration(i * 1234, 'seconds'))

const server = http.createServer(function (req, res) {
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify(durations.map((duration) => duration.format('d [d] hh:mm:ss'))))
})

server.listen(PORT, HOST)
