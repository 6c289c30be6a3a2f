// Renders a list of fifty articles per request with Handlebars, compiled once.

import http from 'node:http'
import Handlebars from 'handlebars'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

Handlebars.registerHelper('money', (price) => price.toFixed(2))
const render = Handlebars.compile(`<ul>{{#each articles}}
  <li class="{{#if isNew}}new{{else}}old{{/if}}">{{name}}: {{money price}}</li>{{/each}}
</ul>`)
const articles = Array.from({ length: 50 }, (_, i) => ({ name: `<article> ${i}`, price: 10 + i, isNew: i % 3 === 0 }))

const server = http.createServer(function (req, res) {
  res.setHeader('Content-Type', 'text/html')
  res.end(render({ articles }))
})

server.listen(PORT, HOST)
