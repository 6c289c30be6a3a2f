// Renders a compiled template with Handlebars, a table of 100 rows per request.

import http from 'node:http'
import Handlebars from 'handlebars'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const render = Handlebars.compile(`<h1>{{title}}</h1>
{{#if rows}}<table>{{#each rows}}<tr><td>{{@index}}</td><td>{{name}}</td>{{#if price}}<td>{{price}}</td>{{/if}}</tr>{{/each}}</table>{{/if}}`)
const page = { title: 'Articles', rows: Array.from({ length: 100 }, (_, i) => ({ name: `article ${i}`, price: i })) }

const server = http.createServer(function (req, res) {
  res.setHeader('Content-Type', 'text/html')
  res.end(render(page))
})

server.listen(PORT, HOST)
