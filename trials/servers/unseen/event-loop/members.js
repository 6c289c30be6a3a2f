'use strict'
const http = require('http')

const FIRST = ['Åsa', 'Björn', 'Cecilia', 'David', 'Elin', 'Fredrik', 'Göran', 'Hanna', 'Ingrid', 'Johan', 'Örjan']
const LAST = ['Åberg', 'Bergström', 'Carlsson', 'Dahl', 'Ek', 'Forsberg', 'Gustafsson', 'Öberg', 'Nyström', 'Zetterlund']

class MemberDirectory {
  constructor (size) {
    this.members = []
    let seed = 17
    for (let i = 0; i < size; i++) {
      seed = (seed * 1103515245 + 12345) % 2147483648
      this.members.push({
        id: 5000 + i,
        first: FIRST[seed % FIRST.length],
        last: LAST[(seed >> 4) % LAST.length] + (seed % 3 ? '' : '-Lind'),
        since: 1990 + (seed % 34),
      })
    }
  }

  page (number, length, callback) {
    const ordered = this.byName() // <- here
    const start = number * length
    callback(null, {
      page: number,
      pages: Math.ceil(ordered.length / length),
      members: ordered.slice(start, start + length),
    })
  }

  byName () { // <- here
    return this.members.slice().sort((a, b) => // <- here
      a.last.localeCompare(b.last, 'sv') || a.first.localeCompare(b.first, 'sv') || a.id - b.id) // <- here
  }
}

const directory = new MemberDirectory(1500)

const server = http.createServer((req, res) => {
  const url = new URL(req.url, 'http://members')
  if (url.pathname !== '/') {
    res.writeHead(404).end()
    return
  }
  directory.page(Number(url.searchParams.get('page') || 0), 25, (err, page) => {
    if (err) {
      res.writeHead(500).end(err.message)
      return
    }
    res.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    res.end(JSON.stringify(page))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
