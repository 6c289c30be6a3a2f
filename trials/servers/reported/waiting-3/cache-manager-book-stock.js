const { fork } = require('child_process')
const http = require('http')

if (process.argv[2] === 'branches-stub') {
  const server = http.createServer((req, res) => {
    const isbn = req.url.split('/').pop()
    setTimeout(() => {
      res.setHeader('content-type', 'application/json')
      res.end(JSON.stringify({ isbn, branches: [{ name: 'North', copies: isbn.length % 3 }, { name: 'Harbour', copies: 2 }] }))
    }, 150)
  })
  server.keepAliveTimeout = 60000
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
  process.on('disconnect', () => process.exit())
} else {
  const Koa = require('koa')
  const { caching } = require('cache-manager')
  const agent = new http.Agent({ keepAlive: true })

  const books = Array.from({ length: 200 }, (_, i) => ({ isbn: String(9780140000000 + i * 37), title: `Shelf ${i % 20}, volume ${i}` }))

  fork(__filename, ['branches-stub']).once('message', start)

  function getJson (url) {
    return new Promise((resolve, reject) => {
      http.get(url, { agent }, (res) => {
        let text = ''
        res.on('data', (part) => { text += part })
        res.on('end', () => resolve(JSON.parse(text)))
      }).on('error', reject)
    })
  }

  async function start (stubPort) {
    const app = new Koa()
    const cache = await caching('memory', { max: 1000, ttl: 60 }) // HERE

    function stock (isbn) {
      return cache.wrap(`stock:${isbn}`, () => getJson(`http://127.0.0.1:${stubPort}/stock/${isbn}`))
    }

    function suggestion () {
      return books[Math.floor(Math.random() * books.length)]
    }

    app.use(async (ctx) => {
      if (ctx.path === '/books') {
        ctx.body = books.slice(0, 20)
      } else if (ctx.path === '/books/suggestion') {
        const book = suggestion()
        const { branches } = await stock(book.isbn)
        ctx.body = { ...book, available: branches.filter((b) => b.copies > 0).map((b) => b.name) }
      } else {
        ctx.status = 404
      }
    })

    app.listen(process.env.PORT || 3000, '127.0.0.1')
  }
}
