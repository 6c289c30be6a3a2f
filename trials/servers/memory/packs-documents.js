'use strict'

const { pbkdf2, randomBytes } = require('node:crypto')
const fs = require('node:fs')
const http = require('node:http')
const os = require('node:os')
const path = require('node:path')
const { promisify } = require('node:util')
const zlib = require('node:zlib')

const derive = promisify(pbkdf2)
const gzip = promisify(zlib.gzip)
const read = promisify(fs.readFile)

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'documents-'))
const file = path.join(folder, 'document.txt')
fs.writeFileSync(file, 'All about the history of an ordinary place.\n'.repeat(23_832))

process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit())

async function pack () {
  const salt = randomBytes(16)
  const [document, key] = await Promise.all([
    read(file),
    derive('secret', salt, 500, 32, 'sha256')
  ])
  const packed = await gzip(document.subarray(0, 200_000), { level: 1 })
  return { bytes: packed.length, salt: salt.toString('hex'), key: key.toString('hex') }
}

const server = http.createServer(async function (req, res) {
  try {
    const packed = await pack()
    res.setHeader('Content-Type', 'application/json')
    res.end(JSON.stringify(packed))
  } catch (err) {
    res.statusCode = 500
    res.end(`${err.message}\n`)
  }
})

server.listen(process.env.PORT || 0, '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
