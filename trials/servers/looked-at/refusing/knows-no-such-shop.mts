import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

interface Shop { name: string, currency: 'EUR' | 'CHF' }

const shops: ReadonlyMap<string, Shop> = new Map([
  ['books.example.com', { name: 'Books', currency: 'EUR' }],
  ['bikes.example.com', { name: 'Bikes', currency: 'CHF' }]
])

type Handler = (shop: Shop, req: IncomingMessage, res: ServerResponse) => void

function forShop (handler: Handler) {
  return function (req: IncomingMessage, res: ServerResponse): void {
    const host = (req.headers.host ?? '').split(':')[0]
    const shop = shops.get(host)
    if (shop === undefined) {
      res.writeHead(404, { 'content-type': 'text/plain' }) // <- here
      res.end('There is no such shop\n')
      return
    }
    handler(shop, req, res)
  }
}

const server = createServer(forShop(function (shop, req, res) {
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify({ shop: shop.name, currency: shop.currency }))
}))

server.listen(Number(process.env.PORT), process.env.HOST)
