// Renders a page of Markdown per request with marked.

import http from 'node:http'
import { marked } from 'marked'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const PART = `## Articles

A *table*, a [link](https://example.com), some \`code\` and a list:

- one
- two **bold** words
  - three

| id | price |
|----|------:|
| a  | 10    |
| b  | 20    |

\`\`\`js
const answer = 42
\`\`\`
`
const PAGE = PART.repeat(10)

const server = http.createServer(function (req, res) {
  res.setHeader('Content-Type', 'text/html')
  res.end(marked.parse(PAGE))
})

server.listen(PORT, HOST)
