'use strict'
const express = require('express')

const app = express()
app.disable('x-powered-by')

const departments = ['garden', 'kitchen', 'bath', 'office', 'lighting', 'textiles', 'toys', 'outdoor']

// Addresses of the shop we had until 2021; search engines still know them.
function legacyUrls () {
  const urls = []
  for (const department of departments) {
    for (let article = 1000; article < 1600; article++) {
      urls.push([`/shop/${department}/article-${article}.html`, `/${department}/${article}`])
    }
  }
  return urls
}

function mountRedirects (app) { // <- here
  for (const [from, to] of legacyUrls()) { // <- here
    app.get(from, (req, res) => res.redirect(301, to)) // <- here
  }
}

const teasers = departments.map((name, i) => ({
  name,
  title: name[0].toUpperCase() + name.slice(1),
  articles: 40 + i * 7,
  link: `/${name}`,
}))

mountRedirects(app) // <- here

app.get('/', (req, res) => {
  res.json({ shop: 'Haus & Hof', teasers })
})

app.get('/:department/:article', (req, res) => {
  res.json({ department: req.params.department, article: Number(req.params.article) })
})

app.use((err, req, res, next) => {
  res.status(500).json({ error: err.message })
})

app.listen(Number(process.env.PORT), process.env.HOST, () => {
  console.log('storefront is up')
})
