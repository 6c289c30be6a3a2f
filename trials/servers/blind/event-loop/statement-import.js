'use strict'

const crypto = require('node:crypto')
const http = require('node:http')
const { Readable, Transform, pipeline } = require('node:stream')

const WIDTH = 320
const COUNT = 40
const texts = ['SALARY MARCH', 'RENT HOFWEG 11', 'CARD PAYMENT COOP 0812', 'STANDING ORDER 77', 'INTEREST']

function hostRecord (i) {
  const account = String(7_700_100_000 + i)
  const amount = String(1_250 + i * 731).padStart(12, '0')
  const text = texts[i % texts.length].padEnd(270)
  return `${account}20240${301 + (i % 28)}${amount}${text}${String(i).padStart(10, '0')}`.padEnd(WIDTH)
}

const hostFile = Buffer.from(Array.from({ length: COUNT }, (_, i) => hostRecord(i)).join(''), 'latin1')

function * records (file) {
  for (let at = 0; at < file.length; at += WIDTH) yield file.toString('latin1', at, at + WIDTH)
}

function rtrim (line) {
  return line.replace(/\s+$/, '') // <- here
}

class StatementParser extends Transform {
  constructor () {
    super({ objectMode: true })
    this.balance = 0
    this.digest = crypto.createHash('sha256')
  }

  _transform (record, encoding, callback) {
    const line = rtrim(record) // <- here
    const amount = Number(line.slice(18, 30)) / 100
    this.balance += amount
    this.digest.update(line)
    callback(null, JSON.stringify({
      account: line.slice(0, 10),
      date: line.slice(10, 18),
      amount: amount.toFixed(2),
      text: line.slice(30, 300).trimEnd(),
      serial: Number(line.slice(300)),
    }) + '\n')
  }

  _flush (callback) {
    callback(null, JSON.stringify({ balance: this.balance.toFixed(2), seal: this.digest.digest('hex') }) + '\n')
  }
}

const server = http.createServer((req, res) => {
  if (req.url !== '/') {
    res.writeHead(404).end()
    return
  }
  res.writeHead(200, { 'content-type': 'application/x-ndjson' })
  pipeline(Readable.from(records(hostFile)), new StatementParser(), res, (err) => {
    if (err && err.code !== 'ERR_STREAM_PREMATURE_CLOSE') console.error(err.message)
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
