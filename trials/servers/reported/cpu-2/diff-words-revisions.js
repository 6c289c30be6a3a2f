'use strict'
// A small wiki: pages with revisions, and what changed between two of them.
const http = require('http')
const jsdiff = require('diff')

const vocabulary = 'river bridge water stone old town market street church tower built century later restored famous north south along wall gate garden'.split(' ')

function article(lines, seed) {
  const text = []
  for (let i = 0; i < lines; i++) {
    const words = []
    for (let w = 0; w < 14; w++) words.push(vocabulary[(i * 31 + w * w * 7 + seed * (i % 9 === 0 ? 5 : 0)) % vocabulary.length])
    text.push(words.join(' ') + '.')
  }
  return text.join('\n')
}

const pages = {
  bridge: { title: 'The old bridge', revisions: [article(90, 1), article(90, 2), article(94, 3)] },
  market: { title: 'The market', revisions: [article(20, 1)] }
}

const escape = text => text.replace(/[&<>]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c])

function changes(before, after) {
  return jsdiff.diffWords(before, after) // HERE
}

function render(parts) {
  let html = ''
  let added = 0
  let removed = 0
  for (const part of parts) {
    if (part.added) added += part.count
    if (part.removed) removed += part.count
    const tag = part.added ? 'ins' : part.removed ? 'del' : 'span'
    html += `<${tag}>${escape(part.value)}</${tag}>`
  }
  return `<p>+${added} -${removed}</p>${html}`
}

const server = http.createServer((req, res) => {
  const [, id, action] = new URL(req.url, 'http://localhost').pathname.split('/')
  const page = pages[id]
  res.setHeader('content-type', 'text/html')
  if (!page) {
    res.statusCode = 404
    return res.end('no such page')
  }
  const [before, after] = page.revisions.slice(-2)
  if (action === 'diff' && after) return res.end(`<h1>${page.title}</h1>${render(changes(before, after))}`)
  res.end(`<h1>${page.title}</h1><pre>${escape(page.revisions[page.revisions.length - 1])}</pre>`)
})

server.listen(process.env.PORT || 3000, '127.0.0.1')
