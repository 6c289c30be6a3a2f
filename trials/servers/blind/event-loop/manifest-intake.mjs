import http from 'node:http'
import { createHash } from 'node:crypto'

const BLANK_END = /\s+$/ // <- here
const FIELDS = [['type', 3], ['consignor', 35], ['consignee', 35], ['weight', 9], ['remarks', 1000], ['end', 1]]

const manifests = Array.from({ length: 40 }, (_, i) => [
  record('HDR', 'Reederei Hansen', `Lager ${i}`, 0, 'Fragile'),
  record('CNT', 'Kontor Nord', `Filiale ${i * 3}`, 18200 + i, i % 4 ? '' : 'Keep dry'),
  record('TRL', 'Reederei Hansen', `Lager ${i}`, 18200 + i, ''),
])

function record (type, consignor, consignee, weight, remarks) {
  const values = { type, consignor, consignee, weight: String(weight).padStart(9, '0'), remarks, end: '#' }
  return FIELDS.map(([name, width]) => values[name].padEnd(width)).join('') + '\r\n'
}

function tidy (line) {
  return line.replace(/\r\n$/, '').replace(BLANK_END, '') // <- here
}

function split (line) {
  const fields = {}
  let at = 0
  for (const [name, width] of FIELDS) {
    fields[name] = line.slice(at, at + width).trim()
    at += width
  }
  return fields
}

function checksum (lines) {
  const hash = createHash('sha512')
  for (const line of lines) hash.update(line)
  return hash.digest('hex').slice(0, 16)
}

function intake (raw) {
  const lines = raw.map(tidy)
  const records = lines.map(split)
  const weight = records.filter((r) => r.type === 'CNT').reduce((sum, r) => sum + Number(r.weight), 0)
  return { consignor: records[0].consignor, weight, seal: checksum(lines), remarks: records.map((r) => r.remarks) }
}

let next = 0

const server = http.createServer((req, res) => {
  if (req.url !== '/') {
    res.writeHead(404).end()
    return
  }
  const summary = intake(manifests[next++ % manifests.length])
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify(summary))
})

server.listen(Number(process.env.PORT), process.env.HOST)
