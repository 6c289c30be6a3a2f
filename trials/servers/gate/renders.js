'use strict'

// Renders a page from Markdown.

const http = require('http')
const { marked } = require('marked')

const TEXT = Array.from({ length: 12 }, (_, i) => `## Chapter ${i}\n\nA *short* paragraph with [a link](/${i}).\n`).join('\n')

http
  .createServer(function (req, res) {
    res.setHeader('content-type', 'text/html')
    res.end(marked.parse(TEXT))
  })
  .listen(Number(process.env.PORT), process.env.HOST)
