'use strict'

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const http = require('node:http')
const os = require('node:os')
const path = require('node:path')

const SAMPLES = 2_500

const sound = Float64Array.from({ length: SAMPLES }, (_, i) => Math.sin(i / 7) + Math.sin(i / 31) / 2)
let requests = 0

/** Compiles an addon that stands beside this file, and loads it. */
function loadAddon (source) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'addon-'))
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit())
  const include = path.join(path.dirname(path.dirname(process.execPath)), 'include', 'node')
  const file = path.join(folder, 'addon.node')
  execFileSync('cc', ['-shared', '-fPIC', '-O1', `-I${include}`, path.join(__dirname, source), '-o', file, '-lm'])
  return require(file)
}

const { loudness } = loadAddon('measures-loudness.c')

function describe (volume) {
  const level = loudness(sound, volume) // HERE
  return { volume, level, decibels: 20 * Math.log10(level) }
}

const server = http.createServer(function (req, res) {
  const volume = 1 + requests++ % 10
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify(describe(volume)))
})

server.listen(process.env.PORT || 0, '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
