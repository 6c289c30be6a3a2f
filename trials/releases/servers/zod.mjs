// Validates an order of fifty articles per request with Zod.

import http from 'node:http'
import { z } from 'zod'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const Order = z.object({
  customer: z.string().min(1),
  express: z.boolean().optional(),
  articles: z.array(z.object({ id: z.string().regex(/^a\d+$/), count: z.number().int().min(0), note: z.string().nullable() }))
})
const order = { customer: 'anna', articles: Array.from({ length: 50 }, (_, i) => ({ id: `a${i}`, count: i, note: null })) }

const server = http.createServer(function (req, res) {
  const { success, data } = Order.safeParse(order)
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ success, articles: data.articles.length }))
})

server.listen(PORT, HOST)
