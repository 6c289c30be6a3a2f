'use strict'
const { fork } = require('node:child_process')
const { once } = require('node:events')
const path = require('node:path')
const express = require('express')
const { Pool } = require('undici')

const CARRIERS = ['dhl', 'ups', 'gls', 'postnl']
const SURCHARGE = { express: 1.35, standard: 1 }

let carriersApi

async function quoteFrom (carrier, parcel) { // <- here
  const query = `weight=${parcel.weight}&to=${parcel.to}`
  const { body } = await carriersApi.request({ method: 'GET', path: `/quotes/${carrier}?${query}` }) // <- here
  const { amount } = await body.json()
  return { carrier, price: Number((amount * SURCHARGE[parcel.service]).toFixed(2)) }
}

function readParcel (query) {
  return {
    weight: Number(query.weight) || 2,
    to: query.to || 'NL',
    service: query.service in SURCHARGE ? query.service : 'standard',
  }
}

const app = express()
app.disable('x-powered-by')

app.get('/', async (req, res) => {
  const parcel = readParcel(req.query)
  const quotes = []
  for (const carrier of CARRIERS) { // <- here
    quotes.push(await quoteFrom(carrier, parcel)) // <- here
  }
  quotes.sort((a, b) => a.price - b.price)
  res.json({ parcel, cheapest: quotes[0], quotes })
})

async function main () {
  const upstream = fork(path.join(__dirname, '../upstream-eva.js'), { execArgv: [] })
  const [{ port }] = await once(upstream, 'message')
  carriersApi = new Pool(`http://127.0.0.1:${port}`)
  app.listen(Number(process.env.PORT), process.env.HOST)
}

main()
