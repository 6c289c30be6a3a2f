// Renders one long list of Markdown per request with marked, 40 kB, each item with a paragraph of its own.

import http from 'node:http'
import * as module from 'marked'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const marked = module.marked ?? module.default // a named export since version 4
const PAGE = Array.from({ length: 400 }, (_, i) => `- **field ${i}** (String): what the field is for\n\n  A paragraph about the field.\n`).join('')

const server = http.createServer(function (req, res) {
  res.setHeader('Content-Type', 'text/html')
  res.end((marked.parse ?? marked)(PAGE))
})

server.listen(PORT, HOST)
