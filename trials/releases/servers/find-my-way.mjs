// Routes twenty URLs per request with find-my-way, among two hundred routes.

import http from 'node:http'
import findMyWay from 'find-my-way'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const router = findMyWay()
for (let i = 0; i < 100; i++) {
  router.on('GET', `/shop/${i}/articles/:id`, () => i)
  router.on('GET', `/shop/${i}/lists/:list/entries/:entry`, () => i)
}
const urls = Array.from({ length: 20 }, (_, i) => (i % 2 ? `/shop/${5 * i}/articles/7` : `/shop/${5 * i}/lists/wishes/entries/a%20b?sort=up`))

const server = http.createServer(function (req, res) {
  const found = urls.map((url) => Object.keys(router.find('GET', url)?.params ?? {}).length)
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ found }))
})

server.listen(PORT, HOST)
