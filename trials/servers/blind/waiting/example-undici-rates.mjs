import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { Client } from 'undici'

const upstream = fork(fileURLToPath(new URL('../upstream-dov.js', import.meta.url)), [], { execArgv: [] })
const [{ port }] = await once(upstream, 'message')

const client = new Client(`http://127.0.0.1:${port}`, { keepAliveTimeout: 30_000 }) // <- here

const margins = { EUR: 0.0125, USD: 0.015, GBP: 0.0175, SEK: 0.02 }
const amounts = [50, 100, 200, 500, 1000, 2000]

function counter (rates) {
  return Object.entries(margins).map(([currency, margin]) => {
    const sell = rates[currency] * (1 - margin)
    const buy = rates[currency] * (1 + margin)
    return {
      currency,
      sell: sell.toFixed(4),
      buy: buy.toFixed(4),
      table: amounts.map((amount) => `${amount} CHF = ${(amount * sell).toFixed(2)} ${currency}`),
    }
  })
}

async function fetchRates () {
  const { statusCode, headers, body } = await client.request({ path: '/rates', method: 'GET' }) // <- here
  if (statusCode !== 200 || !/json/.test(headers['content-type'])) {
    await body.dump()
    throw new Error(`rates answered ${statusCode}`)
  }
  return body.json()
}

const server = createServer(async (req, res) => {
  try {
    const rates = await fetchRates()
    const body = JSON.stringify({ base: rates.base, at: new Date().toISOString(), counter: counter(rates) })
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(body)
  } catch (err) {
    console.error(err.message)
    res.writeHead(502)
    res.end()
  }
})

server.listen(Number(process.env.PORT), process.env.HOST)
