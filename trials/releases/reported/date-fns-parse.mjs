// Parses dates in seven formats with date-fns, as in the thread: 10 of each per request.

import http from 'node:http'
import { parse } from 'date-fns'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const DATES = [
  ['02062023', 'ddMMyyyy'],
  ['02Jun23', 'ddMMMyy'],
  ['06022023', 'MMddyyyy'],
  ['020623', 'ddMMyy'],
  ['20230602', 'yyyyMMdd'],
  ['060223', 'MMddyy'],
  ['02June2023', 'ddMMMyyyy']
]
const REFERENCE = new Date(2023, 0, 1)

const server = http.createServer(function (req, res) {
  const dates = Array.from({ length: 10 }, () => DATES.map(([text, format]) => parse(text, format, REFERENCE)))
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify(dates))
})

server.listen(PORT, HOST)
