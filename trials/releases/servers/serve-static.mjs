// Sends a file of 20 kB with serve-static.

import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import serveStatic from 'serve-static'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const folder = fileURLToPath(new URL('public', import.meta.url))
fs.mkdirSync(folder, { recursive: true })
fs.writeFileSync(path.join(folder, 'page.html'), '<p>Some text of a page.</p>\n'.repeat(700))

const serve = serveStatic(folder)

const server = http.createServer(function (req, res) {
  serve(req, res, function () {
    res.statusCode = 404
    res.end('no such page\n')
  })
})

server.listen(PORT, HOST)
