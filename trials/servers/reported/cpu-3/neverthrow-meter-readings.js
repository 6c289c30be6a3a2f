'use strict'
const http = require('http')
const { ok, err, Result } = require('neverthrow')

const port = process.env.PORT || 3000

const exportFile = (() => {
  const lines = []
  for (let i = 0; i < 4000; i++) {
    lines.push(`M-${i % 250};${1700000000 + i * 900};${(i * 0.37).toFixed(2)}`)
  }
  return lines.join('\n')
})()

const parseReading = (line) => {
  const [meter, time, kwh] = line.split(';')
  if (!meter || !meter.startsWith('M-')) return err(`bad meter in "${line}"`)
  const value = Number(kwh)
  if (Number.isNaN(value)) return err(`bad value in "${line}"`)
  return ok({ meter, time: Number(time), kwh: value })
}

const parseExport = (text) => {
  const readings = text.split('\n').map(parseReading)
  return Result.combine(readings) // HERE
}

const perMeter = (readings) => {
  const totals = new Map()
  for (const { meter, kwh } of readings) {
    totals.set(meter, (totals.get(meter) || 0) + kwh)
  }
  return [...totals].map(([meter, kwh]) => ({ meter, kwh: Math.round(kwh * 100) / 100 }))
}

const send = (res, status, body) => {
  res.writeHead(status, { 'content-type': 'application/json' })
  res.end(JSON.stringify(body))
}

http.createServer((req, res) => {
  if (req.url === '/readings/size') {
    return send(res, 200, { bytes: exportFile.length })
  }
  if (req.url === '/readings/totals') {
    return parseExport(exportFile).map(perMeter).match(
      (totals) => send(res, 200, { totals }),
      (message) => send(res, 422, { error: message })
    )
  }
  send(res, 404, { error: 'not found' })
}).listen(port, '127.0.0.1')
