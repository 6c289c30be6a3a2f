'use strict'

process.env.NODE_ENV = process.env.NODE_ENV || 'production'
const http = require('http')
const polka = require('polka')
const React = require('react')
const { renderToString } = require('react-dom/server')
const { Helmet } = require('react-helmet')

const h = React.createElement
Helmet.canUseDOM = false

const articles = Array.from({ length: 40 }, (_, i) => ({
  slug: `article-${i}`,
  title: `Field notes, part ${i}`,
  teaser: `What we learned in week ${i} about running the garden.`,
  paragraphs: Array.from({ length: 6 }, (_, n) => `Paragraph ${n} of part ${i}. Water early, weed often.`)
}))

function Layout ({ children }) {
  return h('div', { className: 'layout' },
    h(Helmet, { defaultTitle: 'Garden log', titleTemplate: '%s | Garden log' }),
    h('nav', null, articles.slice(0, 8).map(a => h('a', { key: a.slug, href: `/read/${a.slug}` }, a.title))),
    h('main', null, children))
}

function Article ({ article }) {
  return h(Layout, null,
    h(Helmet, null, h('title', null, article.title)),
    h('h1', null, article.title),
    h('p', { className: 'teaser' }, article.teaser),
    article.paragraphs.map((text, i) => h('p', { key: i }, text)))
}

function page (head, markup) {
  return `<!doctype html><html><head><meta charset="utf-8">${head.title.toString()}</head><body><div id="root">${markup}</div></body></html>`
}

function renderArticle (article) {
  const markup = renderToString(h(Article, { article }))
  const head = Helmet.peek() // HERE
  return page(head, markup)
}

function securityHeaders (req, res, next) {
  res.setHeader('X-Frame-Options', 'DENY')
  res.setHeader('X-Content-Type-Options', 'nosniff')
  next()
}

const app = polka()
app.use(securityHeaders)
app.get('/feed.json', (req, res) => res.end(JSON.stringify(articles.map(({ slug, title }) => ({ slug, title })))))
app.get('/read/:slug', (req, res) => {
  const article = articles.find(a => a.slug === req.params.slug)
  if (!article) {
    res.statusCode = 404
    return res.end('not found')
  }
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.end(renderArticle(article))
})
http.createServer(app.handler).listen(process.env.PORT || 3000, '127.0.0.1')
