const express = require('express')
const createDOMPurify = require('dompurify')
const { JSDOM } = require('jsdom')

const { window } = new JSDOM('')
const purifier = createDOMPurify(window)

const reviews = new Map()
for (let book = 1; book <= 50; book++) {
  reviews.set(book, Array.from({ length: 3 }, (_, i) => ({
    author: `reader${book * 3 + i}`,
    stars: 1 + ((book + i) % 5),
    html: `<p>I read it <b>twice</b>. See <a href="https://books.test/${book}">the page</a> and ` +
      `<a href="https://blog.test/${i}">my notes</a>.</p>`
  })))
}

function openLinksOutside (node) {
  if (node.tagName === 'A') {
    node.setAttribute('target', '_blank')
    node.setAttribute('rel', 'noopener noreferrer')
  }
}

purifier.addHook('afterSanitizeAttributes', openLinksOutside)

function cleanReview (html) {
  return purifier.sanitize(html, { ALLOWED_TAGS: ['p', 'b', 'i', 'a'], ADD_ATTR: ['target'] })
}

function average (list) {
  return list.reduce((sum, review) => sum + review.stars, 0) / list.length
}

const app = express()
app.use(express.json())

app.get('/books/:id/reviews', (req, res) => {
  const list = reviews.get(Number(req.params.id))
  if (!list) return res.sendStatus(404)
  res.json({
    average: average(list),
    reviews: list.map((review) => ({ ...review, html: cleanReview(review.html) }))
  })
})

app.post('/books/:id/reviews', (req, res) => {
  const list = reviews.get(Number(req.params.id))
  if (!list) return res.sendStatus(404)
  list.push({ author: String(req.body.author), stars: Number(req.body.stars), html: String(req.body.html) })
  if (list.length > 20) list.shift()
  res.sendStatus(201)
})

app.listen(process.env.PORT || 3000, '127.0.0.1')
