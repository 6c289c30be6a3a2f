'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const crypto = require('node:crypto')
const express = require('express')

class Spool {
  constructor (printers) {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'label-spool-'))
    this.printers = printers
  }

  fill (count) {
    for (let i = 0; i < count; i++) {
      const state = i % 3 ? 'READY' : 'HELD'
      const file = path.join(this.folder, `${String(i).padStart(5, '0')}.lbl`)
      const printer = this.printers[i % this.printers.length]
      fs.writeFileSync(file, `${state} printer=${printer}\n^XA^FO50,50^FDP${i}^FS^XZ\n`)
    }
  }

  ready () {
    return fs.readdirSync(this.folder) // <- here
      .filter((name) => name.endsWith('.lbl'))
      .filter((name) => fs.readFileSync(path.join(this.folder, name), 'utf8').startsWith('READY')) // <- here
      .length
  }

  remove () {
    fs.rmSync(this.folder, { recursive: true, force: true })
  }
}

const spool = new Spool(['dock-a', 'dock-b', 'dock-c'])
spool.fill(120)

process.on('exit', () => spool.remove())
process.on('SIGINT', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))

function checkDigit (digits) {
  let sum = 0
  for (let i = 0; i < digits.length; i++) sum += Number(digits[i]) * (i % 2 ? 1 : 3)
  return (10 - sum % 10) % 10
}

function backlog (req, res, next) {
  res.set('X-Backlog', String(spool.ready())) // <- here
  next()
}

const app = express()
let serial = 0

app.use(backlog)

app.get('/', (req, res) => {
  const digits = `0034012345${String(++serial).padStart(7, '0')}`
  const sscc = digits + checkDigit(digits)
  const seal = crypto.createHmac('sha512', 'label-desk').update(sscc).digest('base64')
  res.json({ sscc, seal })
})

app.listen(Number(process.env.PORT), process.env.HOST)
