'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const restify = require('restify')

const SIZE = 64
const COUNT = 2000
const dormant = [700_003, 700_017, 700_028]
const currencies = ['CHF', 'EUR', 'USD']

function openJournal () {
  const file = path.join(os.tmpdir(), `journal-${process.pid}.bin`)
  const image = Buffer.alloc(SIZE * COUNT)
  for (let i = 0; i < COUNT; i++) {
    const at = i * SIZE
    image.writeUInt32LE(i < 32 ? 700_000 + i : 810_000 + (i % 400), at)
    image.writeUInt32LE(1_700_000_000 + i * 600, at + 4)
    image.writeInt32LE(((i * 977) % 90_000) - 30_000, at + 8)
    image.write(`BOOKING ${i}`, at + 16, 'latin1')
  }
  fs.writeFileSync(file, image)
  const fd = fs.openSync(file, 'r')
  fs.unlinkSync(file)
  return fd
}

class Journal {
  constructor (fd) {
    this.fd = fd
    this.record = Buffer.alloc(SIZE)
  }

  load (no) {
    fs.readSync(this.fd, this.record, 0, SIZE, no * SIZE) // <- here
    return this.record
  }

  latest (account) {
    for (let no = COUNT - 1; no >= 0; no--) {
      if (this.load(no).readUInt32LE(0) === account) return this.decode(no) // <- here
    }
    return null
  }

  decode (no) {
    return {
      no,
      account: this.record.readUInt32LE(0),
      at: new Date(this.record.readUInt32LE(4) * 1000).toISOString(),
      amount: (this.record.readInt32LE(8) / 100).toFixed(2),
      text: this.record.toString('latin1', 16).replace(/\0+/g, ''),
    }
  }
}

const journal = new Journal(openJournal())
const server = restify.createServer({ name: 'journal' })
let turn = 0

server.use(restify.plugins.queryParser())
server.get('/', (req, res, next) => {
  const account = Number(req.query.account) || dormant[turn++ % dormant.length]
  const booking = journal.latest(account)
  res.send({ account, currency: currencies[account % 3], booking })
  next()
})

server.listen(Number(process.env.PORT), process.env.HOST)
