'use strict'

const http = require('node:http')
const path = require('node:path')
const { fork } = require('node:child_process')
const { Agent, request, setGlobalDispatcher } = require('undici')

setGlobalDispatcher(new Agent({
  keepAliveTimeout: 30_000,
  keepAliveMaxTimeout: 60_000,
  connections: 3, // <- here
}))

const rooms = [
  { code: 'STD', name: 'Standard', factor: 1 },
  { code: 'SUP', name: 'Superior', factor: 1.35 },
  { code: 'JSU', name: 'Junior suite', factor: 1.9 },
]

async function bestRate (origin, hotel) {
  const { statusCode, body } = await request(`${origin}/rates?of=${hotel}`) // <- here
  if (statusCode !== 200) {
    await body.dump()
    throw new Error(`rates answered ${statusCode}`)
  }
  return (await body.json()).amount
}

function quote (amount) {
  const discounts = Array.from({ length: 30 }, (_, night) => 1 - Math.min(night, 14) / 100)
  return rooms.map(({ code, name, factor }) => ({
    code,
    name,
    perNight: discounts.map((discount) => Math.round(amount * factor * discount)),
  }))
}

function start (origin) {
  const server = http.createServer(async (req, res) => {
    try {
      const amount = await bestRate(origin, 'bellevue')
      res.setHeader('content-type', 'application/json')
      res.end(JSON.stringify({ hotel: 'bellevue', rooms: quote(amount) }))
    } catch (error) {
      res.statusCode = 502
      res.end(error.message)
    }
  })
  server.listen(Number(process.env.PORT), process.env.HOST)
}

const upstream = fork(path.join(__dirname, '..', 'upstream-bob.js'), [], { execArgv: [] })
upstream.once('message', ({ port }) => start(`http://127.0.0.1:${port}`))
