'use strict'

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const http = require('node:http')
const os = require('node:os')
const path = require('node:path')

const names = ['  ada   LOVELACE ', 'grace  HOPPER', ' EDSGER w.  dijkstra', 'barbara   liskov  ']
let requests = 0

/** Compiles an addon that stands beside this file, and loads it. */
function loadAddon (source) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'addon-'))
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit())
  const include = path.join(path.dirname(path.dirname(process.execPath)), 'include', 'node')
  const file = path.join(folder, 'addon.node')
  execFileSync('cc', ['-shared', '-fPIC', '-O1', `-I${include}`, path.join(__dirname, source), '-o', file])
  return require(file)
}

const addon = loadAddon('cleans-names.c')

function greeting (name) {
  const clean = addon.clean(name) // HERE
  return `Dear ${clean},`
}

const server = http.createServer(function (req, res) {
  const name = names[requests++ % names.length]
  res.setHeader('Content-Type', 'text/plain')
  res.end(`${greeting(name)}\n`)
})

server.listen(process.env.PORT || 0, '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
