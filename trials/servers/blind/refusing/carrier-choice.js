'use strict'

const express = require('express')

const contracts = [
  { carrier: 'Nordfracht', share: 0.3, base: 520, perKg: 31 },
  { carrier: 'Elbe Kurier', share: 0.2, base: 480, perKg: 38 },
  { carrier: 'Sauerland Spedition', share: 0.25, base: 610, perKg: 22, suspended: true },
  { carrier: 'Rhein Express', share: 0.15, base: 450, perKg: 41 },
  { carrier: 'Alpen Cargo', share: 0.1, base: 700, perKg: 19, suspended: true },
]

const active = contracts.filter((contract) => !contract.suspended)
const booked = new Map(active.map(({ carrier }) => [carrier, 0]))

function pick (roll) {
  let left = roll
  return active.find(({ share }) => (left -= share) < 0) // <- here
}

async function assign (parcel) {
  const contract = pick(Math.random()) // <- here
  const cents = contract.base + contract.perKg * parcel.kg // <- here
  booked.set(contract.carrier, booked.get(contract.carrier) + 1)
  return { carrier: contract.carrier, cents, parcel: parcel.number }
}

function validate (parcel) {
  if (!/^P\d{9}$/.test(parcel.number)) throw new RangeError('bad parcel number')
  if (parcel.kg <= 0 || parcel.kg > 31.5) throw new RangeError('bad weight')
  return parcel
}

const app = express()
let serial = 0

app.use((req, res, next) => {
  req.parcel = { number: `P${String(++serial).padStart(9, '0')}`, kg: 1 + serial % 30 }
  next()
})

app.get('/', async (req, res) => {
  res.json(await assign(validate(req.parcel)))
})

app.get('/booked', (req, res) => {
  res.json(Object.fromEntries(booked))
})

app.use((err, req, res, next) => {
  if (res.headersSent) return next(err)
  if (err instanceof RangeError) return res.status(400).json({ error: err.message })
  res.status(502).json({ error: 'no carrier for this parcel', parcel: req.parcel.number })
})

app.listen(Number(process.env.PORT), process.env.HOST)
