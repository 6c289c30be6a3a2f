'use strict'
// Notes of a team: Markdown with code blocks, shown as HTML with coloured code.
const express = require('express')
const marked = require('marked')
const hljs = require('highlight.js')

marked.setOptions({
  gfm: true,
  smartypants: true,
  highlight(code, lang) {
    return lang && hljs.getLanguage(lang) ? hljs.highlight(lang, code).value : code
  }
})

const notes = new Map()

notes.set('deploy', {
  title: 'How we deploy',
  text: [
    '# Deploy', '', 'Build the image and push it:', '',
    '```bash', 'set -e', 'TAG=$(git rev-parse --short HEAD)', 'docker build -t app:$TAG .', 'docker push app:$TAG', '```', '',
    'The service itself:', '',
    '```js', 'const http = require("http")', 'http.createServer((req, res) => {', '  if (req.url === "/health") return res.end("ok")', '  res.end("hello")', '}).listen(8080)', '```', '',
    'and its **settings**:', '',
    '```json', '{ "replicas": 3, "image": "app", "env": { "NODE_ENV": "production" } }', '```'
  ].join('\n')
})
notes.set('oncall', { title: 'On call', text: '# On call\n\n* read the alert\n* look at the dashboard\n* call *somebody*\n' })

function layout(title, body) {
  return `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`
}

function listNotes() {
  let items = ''
  for (const [id, note] of notes) items += `<li><a href="/notes/${id}">${note.title}</a></li>`
  return layout('Notes', `<ul>${items}</ul>`)
}

const app = express()

app.get('/', (req, res) => res.send(listNotes()))

app.get('/notes/:id', (req, res) => {
  const note = notes.get(req.params.id)
  if (!note) return res.status(404).send(layout('Not found', ''))
  res.send(layout(note.title, marked(note.text)))
})

app.listen(process.env.PORT || 3000, '127.0.0.1')
