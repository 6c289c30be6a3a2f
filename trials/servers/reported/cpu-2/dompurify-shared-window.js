'use strict'
// Profile pages of a forum: members write their introduction in HTML, it is cleaned when it is shown.
const express = require('express')
const DOMPurify = require('isomorphic-dompurify')

const members = new Map()

function seed() {
  for (let n = 1; n <= 50; n++) {
    members.set(String(n), {
      name: 'member' + n,
      joined: 2010 + (n % 12),
      intro: `<p onclick="x()">Hello, I am <b>member ${n}</b>, <a href="https://example.org/${n}">my page</a></p>`
    })
  }
}

const allowed = { ALLOWED_TAGS: ['p', 'b', 'i', 'a'], ALLOWED_ATTR: ['href'] }

function clean(html) {
  return DOMPurify.sanitize(html, allowed) // HERE
}

function heading({ name, joined }) {
  return `<h1>${name.replace(/[^\w ]/g, '')}</h1><small>since ${joined}</small>`
}

function page(member) {
  return `<!doctype html><title>${member.name}</title>${heading(member)}<div>${clean(member.intro)}</div>`
}

const app = express()

app.get('/', (req, res) => res.json([...members].map(([id, { name }]) => ({ id, name }))))

app.get('/members/:id', (req, res) => {
  const member = members.get(req.params.id)
  if (!member) return res.status(404).end()
  res.send(page(member))
})

seed()
app.listen(process.env.PORT || 3000, '127.0.0.1')
