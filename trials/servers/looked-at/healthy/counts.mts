import { createServer } from 'node:http'

let count: number = 0

createServer(function (req, res) {
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify({ count: ++count }))
}).listen(Number(process.env.PORT), process.env.HOST)
