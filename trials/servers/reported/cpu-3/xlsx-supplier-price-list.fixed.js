'use strict'
const http = require('http')
const XLSX = require('xlsx')

const port = process.env.PORT || 3000

const supplierFile = () => {
  const rows = [['sku', 'description', 'ean', 'unit', 'price', 'stock']]
  for (let i = 1; i <= 40; i++) {
    rows.push([`PAINT-${1000 + i}`, `Wall paint ${i * 5} ml`, 4000000000000 + i, 'pcs', 4.5 + i / 10, i % 7])
  }
  const book = XLSX.utils.book_new()
  const sheet = XLSX.utils.aoa_to_sheet(rows)
  sheet['!ref'] = 'A1:F10000'
  XLSX.utils.book_append_sheet(book, sheet, 'Prices')
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
}

const inbox = new Map([['colorit', supplierFile()]])
const margins = { colorit: 1.35 }

const updateSheetRange = (sheet) => {
  const range = { s: { r: Infinity, c: Infinity }, e: { r: 0, c: 0 } }
  for (const key of Object.keys(sheet)) {
    if (key.charAt(0) === '!') continue
    const cell = XLSX.utils.decode_cell(key)
    range.s.r = Math.min(range.s.r, cell.r)
    range.s.c = Math.min(range.s.c, cell.c)
    range.e.r = Math.max(range.e.r, cell.r)
    range.e.c = Math.max(range.e.c, cell.c)
  }
  sheet['!ref'] = XLSX.utils.encode_range(range)
}

const readPrices = (file) => {
  const book = XLSX.read(file, { type: 'buffer' })
  const sheet = book.Sheets[book.SheetNames[0]]
  updateSheetRange(sheet)
  return XLSX.utils.sheet_to_json(sheet)
}

const toOffer = (row, margin) => ({
  sku: row.sku,
  title: row.description,
  available: row.stock > 0,
  price: Math.round(row.price * margin * 100) / 100
})

const send = (res, status, body) => {
  res.writeHead(status, { 'content-type': 'application/json' })
  res.end(JSON.stringify(body))
}

http.createServer((req, res) => {
  const [, section, supplier] = req.url.split('/')
  if (section === 'suppliers') return send(res, 200, [...inbox.keys()])
  if (section === 'offers' && inbox.has(supplier)) {
    const rows = readPrices(inbox.get(supplier))
    const offers = rows.map((row) => toOffer(row, margins[supplier]))
    return send(res, 200, { supplier, count: offers.length, offers })
  }
  send(res, 404, { error: 'not found' })
}).listen(port, '127.0.0.1')
