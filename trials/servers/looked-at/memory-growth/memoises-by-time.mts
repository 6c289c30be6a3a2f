import { createServer } from 'node:http'

interface Report { at: string, rows: number[] }

const known: Record<string, Report> = {}
let calls = 0

function report (key: string): Report {
  known[key] = { at: key, rows: Array.from({ length: 50 }, (_, i) => i * calls) } // <- here
  return known[key]
}

createServer(function (req, res) {
  res.end(report(`${req.url} ${++calls}`).at)
}).listen(Number(process.env.PORT), process.env.HOST)
