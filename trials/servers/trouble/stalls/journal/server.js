'use strict'

// Keeps a journal, and writes it to disk every 6 s, entry by entry.

const fs = require('fs')
const http = require('http')
const os = require('os')
const path = require('path')
const logged = require('../logged')

const ENTRIES = 800
const ENTRY = Buffer.alloc(256 * 1024, 'entry ')
const EACH_MS = 6000

const name = path.join(os.tmpdir(), `trouble-journal-${process.pid}`)
const file = fs.openSync(name, 'w')
fs.unlinkSync(name) // the disk space is free when the process ends

function save () {
  for (let i = 0; i < ENTRIES; i++) {
    fs.writeSync(file, ENTRY, 0, ENTRY.length, 0) // HERE
    fs.fsyncSync(file) // HERE
  }
}

setInterval(logged(save), EACH_MS)

http.createServer((req, res) => res.end('saved soon\n')).listen(0, '127.0.0.1', function () {
  console.log(this.address().port)
})
