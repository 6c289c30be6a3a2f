'use strict'

const http = require('http')

const SOON_MS = 4000
const EACH_MS = 20_000
const REBUILD_MS = 580

let index = new Map()

function rebuild () {
  const next = new Map()
  for (const begun = Date.now(); Date.now() - begun < REBUILD_MS;) next.set(next.size % 1000, Math.sqrt(next.size))
  index = next
}

http.createServer(function (req, res) {
  res.end(`${index.size}\n`)
}).listen(process.env.PORT, process.env.HOST, function () {
  setTimeout(rebuild, SOON_MS)
  setInterval(rebuild, EACH_MS)
})
