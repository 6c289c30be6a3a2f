'use strict'

const express = require('express')

const TITLES = ['Gray\'s Anatomy', 'Emil und die Detektive', 'Organic Chemistry', 'The Name of the Rose', 'Persepolis']

// Our own labels have 14 digits, those of the partner libraries 18.
function label (serial) {
  return serial % 13 === 0 ? `4799${String(serial).padStart(14, '0')}` : `3${String(serial).padStart(13, '0')}`
}

function barcode (text) {
  const value = BigInt(text)
  return value > Number.MAX_SAFE_INTEGER ? value : Number(value) // <- here
}

class LoanDesk {
  constructor (readers) {
    this.turn = 0
    this.readers = Array.from({ length: readers }, (_, i) => ({
      card: `R${String(i).padStart(5, '0')}`,
      loans: Array.from({ length: 5 }, (__, n) => this.loan(i * 5 + n)),
    }))
  }

  loan (serial) {
    const due = new Date(Date.UTC(2026, 0, 5 + (serial % 60)))
    return { barcode: barcode(label(serial)), title: TITLES[serial % TITLES.length], due, renewals: serial % 3 }
  }

  next () {
    return this.readers[this.turn++ % this.readers.length]
  }
}

function overdue (loans, today) {
  return loans.filter((loan) => loan.due < today).sort((a, b) => a.due - b.due).map((loan) => loan.title)
}

const desk = new LoanDesk(2000)
const today = new Date(Date.UTC(2026, 1, 1))
const app = express()
let errors = 0

app.use((req, res, next) => {
  res.set('X-Desk', '2')
  next()
})

app.get('/', (req, res) => {
  const reader = desk.next()
  const late = overdue(reader.loans, today)
  res.json({ card: reader.card, late, fee: late.length * 0.5, loans: reader.loans }) // <- here
})

app.use((err, req, res, next) => {
  errors++
  if (res.headersSent) return next(err)
  res.status(500).json({ error: 'the desk is closed', number: errors })
})

app.listen(Number(process.env.PORT), process.env.HOST)
