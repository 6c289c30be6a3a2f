import http from 'node:http'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { request, Agent } from 'undici'

const backend = fork(join(import.meta.dirname, '..', 'systems.js'))
const [{ port }] = await once(backend, 'message')
const origin = `http://127.0.0.1:${port}`
const dispatcher = new Agent({ connections: 512 })

async function ask (path) {
  const { statusCode, body } = await request(origin + path, { dispatcher }) // <- here
  if (statusCode !== 200) {
    await body.dump()
    throw new Error(`${path} answered ${statusCode}`)
  }
  return body.json()
}

async function product (sku) {
  const stock = await ask(`/stock?sku=${sku}`) // <- here
  const price = await ask(`/prices?sku=${sku}`) // <- here
  return { sku, stock, price }
}

const server = http.createServer(async (req, res) => {
  res.setHeader('content-type', 'application/json')
  try {
    res.end(JSON.stringify(await product('A-1001'))) // <- here
  } catch (error) {
    res.statusCode = 502
    res.end(JSON.stringify({ error: error.message }))
  }
})

server.listen(Number(process.env.PORT), process.env.HOST)
process.on('SIGTERM', () => {
  backend.disconnect()
  process.exit(0)
})
