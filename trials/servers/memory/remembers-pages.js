'use strict'

const http = require('node:http')

const LIMIT = 1_500
const ARTICLES = 1_000_000

const pages = new Map()
let requests = 0

function write (id) {
  const paragraphs = Array.from({ length: 60 }, (_, i) => `<p>Paragraph ${i} of article ${id}: ${(id * 31 + i * 17) % 1_009} words of news.</p>`)
  return { id, paragraphs, title: `Article ${id}` }
}

function page (id) {
  const found = pages.get(id)
  if (found) {
    pages.delete(id)
    pages.set(id, found)
    return found
  }
  const written = write(id)
  pages.set(id, written)
  if (pages.size > LIMIT) pages.delete(pages.keys().next().value)
  return written
}

const server = http.createServer(function (req, res) {
  const { title, paragraphs } = page(requests++ * 7_919 % ARTICLES)
  res.setHeader('Content-Type', 'text/html')
  res.end(`<h1>${title}</h1>${paragraphs.slice(0, 3).join('')}`)
})

server.listen(process.env.PORT || 0, '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
