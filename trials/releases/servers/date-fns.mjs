// Formats and compares a month of dates per request with date-fns.

import http from 'node:http'
import { addDays, differenceInCalendarDays, format, formatDistance, parseISO, startOfWeek } from 'date-fns'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env
const DAYS = 31

const server = http.createServer(function (req, res) {
  const begin = parseISO('2026-03-01T10:30:00')
  const days = Array.from({ length: DAYS }, function (_, i) {
    const day = addDays(begin, i)
    return `${format(day, 'EEEE, do MMMM yyyy HH:mm')} ${differenceInCalendarDays(day, startOfWeek(day))} ${formatDistance(day, begin)}`
  })
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ days }))
})

server.listen(PORT, HOST)
