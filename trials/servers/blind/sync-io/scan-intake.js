'use strict'

const { execFileSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const os = require('node:os')
const restify = require('restify')

class Archive {
  constructor (folder, reserve) {
    this.folder = folder
    this.reserve = reserve
    this.pages = 0
  }

  get room () {
    const table = execFileSync('df', ['-Pk', this.folder], { encoding: 'utf8' }) // <- here
    const fields = table.trim().split('\n').at(-1).split(/\s+/)
    return Number(fields[3])
  }

  accepts (kilobytes) {
    return this.room - kilobytes > this.reserve // <- here
  }

  number () {
    this.pages = (this.pages + 1) % 1_000_000
    const checksum = createHash('sha1').update(`page ${this.pages}`).digest('hex').slice(0, 6)
    return `P${String(this.pages).padStart(6, '0')}-${checksum}`
  }
}

const archive = new Archive(os.tmpdir(), 64)
const departments = ['radiology', 'admission', 'surgery', 'outpatients']

function stamp (req, res, next) {
  req.received = new Date().toISOString()
  res.header('X-Received', req.received)
  return next()
}

function ticket (req, res, next) {
  const department = departments[archive.pages % departments.length]
  const open = archive.accepts(180) // <- here
  res.send(200, {
    department,
    open,
    number: open ? archive.number() : null,
    received: req.received,
  })
  return next()
}

const server = restify.createServer({ name: 'scan-intake' })

server.use(stamp)
server.get('/', ticket)

server.listen(Number(process.env.PORT), process.env.HOST)
