'use strict'

const http = require('node:http')

// Columns of the property system's nightly export, one arrival per line.
const COLUMNS = { room: [0, 6], guest: [6, 40], nights: [40, 44], remarks: [44, 644], status: [644, 645] }
const STATUS = { E: 'expected', I: 'in house', C: 'cancelled' }

const record = (room, guest, nights, remarks, status) =>
  room.padEnd(6) + guest.padEnd(34) + String(nights).padEnd(4) + remarks.padEnd(600) + status

const nightlyExport = [
  record('114', 'Lindqvist, Maja', 3, 'Late arrival, after 22:00', 'E'),
  record('207', 'Okafor, Chidi', 1, 'Airport shuttle', 'E'),
  record('208', 'Okafor, Ngozi', 1, '', 'I'),
  record('311', 'Brandl, Josef', 7, 'Feather-free bedding', 'E'),
  record('312', 'Brandl, Resi', 7, 'Feather-free bedding', 'C'),
  record('405', 'Moreau, Camille', 2, 'Anniversary; flowers ordered', 'E'),
  record('118', 'Tanaka, Haruto', 4, 'Baby cot', 'I'),
  record('220', 'Silva, Beatriz', 5, 'Invoice to company', 'E'),
].join('\r\n')

class ArrivalsBoard {
  constructor (text) {
    this.text = text
  }

  static tidy (line) {
    return line.replace(/\s+$/, '') // <- here
  }

  parse (line) {
    const arrival = {}
    for (const [column, [from, to]] of Object.entries(COLUMNS)) arrival[column] = line.slice(from, to).trim()
    return { ...arrival, nights: Number(arrival.nights), status: STATUS[arrival.status] }
  }

  arrivals () {
    return this.text.split('\n').map(ArrivalsBoard.tidy).map((line) => this.parse(line)) // <- here
  }

  // Guests with the same family name and the same stay get neighbouring keys.
  families (arrivals) {
    const together = []
    for (const a of arrivals) {
      for (const b of arrivals) {
        const same = a.guest.split(',')[0] === b.guest.split(',')[0] && a.nights === b.nights
        if (same && a.room < b.room) together.push([a.room, b.room])
      }
    }
    return together
  }
}

const board = new ArrivalsBoard(nightlyExport)

const server = http.createServer((req, res) => {
  if (req.url !== '/') {
    res.writeHead(404).end()
    return
  }
  const arrivals = board.arrivals().sort((a, b) => a.room.localeCompare(b.room))
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify({ arrivals, families: board.families(arrivals) }))
})

server.listen(Number(process.env.PORT), process.env.HOST)
