'use strict'

const { createHash } = require('node:crypto')
const { EventEmitter } = require('node:events')
const http = require('node:http')

const rooms = ['general', 'support', 'releases', 'random', 'incidents', 'hiring']
const languages = { en: 'Welcome', de: 'Willkommen', fr: 'Bienvenue', sv: 'Välkommen' }

class Presence extends EventEmitter {
  constructor () {
    super()
    this.online = new Map(rooms.map((room, i) => [room, 3 + i * 4]))
    this.visits = 0
    this.board = []
    this.on('changed', () => this.rebuild())
    this.rebuild()
  }

  rebuild () {
    this.board = [...this.online]
      .map(([room, count]) => ({ room, count }))
      .sort((a, b) => b.count - a.count || a.room.localeCompare(b.room))
    this.version = createHash('sha1').update(JSON.stringify(this.board)).digest('hex').slice(0, 12)
  }

  drift () {
    const room = rooms[this.visits % rooms.length]
    this.online.set(room, 1 + ((this.online.get(room) + 5) % 40))
    this.emit('changed', room)
  }
}

const presence = new Presence()
setInterval(() => presence.drift(), 1000)

function language (header = '') {
  for (const part of header.slice(0, 100).split(',')) {
    const match = /^\s*([a-z]{2})\b/.exec(part)
    if (match && languages[match[1]]) return match[1]
  }
  return 'en'
}

function avatar (no) {
  return createHash('md5').update(`guest-${no}`).digest('hex')
}

const server = http.createServer((req, res) => {
  if (req.url !== '/') {
    res.writeHead(404).end()
    return
  }
  const no = ++presence.visits
  const lang = language(req.headers['accept-language'])
  const total = presence.board.reduce((sum, { count }) => sum + count, 0)
  const body = JSON.stringify({ greeting: languages[lang], avatar: avatar(no % 1000), total, rooms: presence.board })
  res.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    etag: `"${presence.version}-${lang}"`,
  })
  res.end(body)
})

server.on('clientError', (_, socket) => socket.destroy())
server.listen(Number(process.env.PORT), process.env.HOST)
