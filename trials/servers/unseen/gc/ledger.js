'use strict'
const http = require('http')

const ACCOUNTS = ['cash', 'receivables', 'inventory', 'payables', 'revenue', 'tax']
const ROWS = 1500
const BATCH = 300

const cursors = new Map()
let lastCursor = 0

class Day {
  constructor (year, month, day) {
    this.year = year
    this.month = month
    this.day = day
  }
}

class Row {
  constructor (number, year) { // <- here
    this.number = number
    this.account = ACCOUNTS[number % ACCOUNTS.length]
    this.date = new Day(year, 1 + (number % 12), 1 + (number % 28)) // <- here
    this.net = (number * 7919) % 250000
    this.vat = Math.trunc(this.net / 5)
  }
}

function openRows (year) { // <- here
  const rows = []
  for (let i = 0; i < ROWS; i++) rows.push(new Row(i + 1, year)) // <- here
  return rows
}

// A whole year at once would hold up the other clients, so it goes in batches.
function sumUp (rows, done) {
  const totals = { net: 0, vat: 0 }
  let next = 0;
  (function batch () {
    const end = Math.min(next + BATCH, rows.length)
    for (; next < end; next++) {
      const row = rows[next]
      totals.net += row.net
      totals.vat += row.vat
    }
    if (next < rows.length) return setImmediate(batch)
    done(totals)
  })()
}

// The client may fetch the rows themselves right after the totals.
function keep (rows) {
  const id = String(++lastCursor)
  cursors.set(id, rows)
  setTimeout(() => cursors.delete(id), 80)
  return id
}

const server = http.createServer((req, res) => {
  const cursor = cursors.get(req.url.slice(1))
  if (cursor) {
    res.writeHead(200, { 'Content-Type': 'application/json' })
    return res.end(JSON.stringify(cursor.slice(0, 100)))
  }
  const rows = openRows(2024) // <- here
  const id = keep(rows)
  sumUp(rows, (totals) => {
    res.writeHead(200, { 'Content-Type': 'application/json' })
    res.end(JSON.stringify({ year: 2024, cursor: id, rows: rows.length, totals }))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)

process.on('SIGTERM', () => {
  server.close()
  process.exit(0)
})
