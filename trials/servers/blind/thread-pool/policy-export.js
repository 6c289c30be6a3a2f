'use strict'

const crypto = require('node:crypto')
const http = require('node:http')
const { Readable, pipeline } = require('node:stream')
const zlib = require('node:zlib')

const products = ['Household', 'Motor', 'Legal', 'Travel', 'Accident']
const cantons = ['ZH', 'BE', 'VD', 'GE', 'TI', 'SG']

const policies = Array.from({ length: 64 }, (_, i) => ({
  no: `P-${(i * 7919 + 104_729) % 999_983}`,
  product: products[(i * 3) % products.length],
  canton: cantons[(i * 5) % cantons.length],
  premium: 180 + ((i * 53) % 700),
  holder: crypto.createHash('md5').update(`holder-${i}`).digest('hex').slice(0, 12),
  since: 2001 + ((i * 11) % 23),
}))

const packing = {
  params: {
    [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
    [zlib.constants.BROTLI_PARAM_LGWIN]: 16,
  },
}

function premiumsByCanton (rows) {
  const sums = {}
  for (const { canton, premium } of rows) sums[canton] = (sums[canton] || 0) + premium
  return sums
}

function exportText () {
  const rows = [...policies].sort((a, b) => a.no.localeCompare(b.no))
  const text = JSON.stringify({ exported: new Date().toISOString(), sums: premiumsByCanton(rows), rows })
  return { text, seal: crypto.createHmac('sha256', 'broker-7').update(text).digest('hex') }
}

function onEnd (err) {
  if (err && err.code !== 'ERR_STREAM_PREMATURE_CLOSE') console.error('export failed:', err.message)
}

const server = http.createServer((req, res) => {
  if (req.url !== '/') {
    res.writeHead(404).end()
    return
  }
  const { text, seal } = exportText()
  res.writeHead(200, {
    'content-type': 'application/json',
    'content-encoding': 'br',
    'x-seal': seal,
  })
  const packer = zlib.createBrotliCompress(packing) // <- here
  pipeline(Readable.from([Buffer.from(text)]), packer, res, onEnd) // <- here
})

server.on('clientError', (_, socket) => socket.destroy())
server.listen(Number(process.env.PORT), process.env.HOST)
