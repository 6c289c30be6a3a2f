import express from 'express'

class Budget {
  #spent = 0

  constructor (limit) {
    this.limit = limit
  }

  spend (amount) {
    if (this.#spent + amount > this.limit) return false
    this.#spent += amount
    return true
  }
}

const today = new Budget(40)

const charge = (amount) => function (req, res, next) {
  if (today.spend(amount)) return next()
  res.status(402).json({ error: 'the budget of today is spent' }) // <- here
}

const app = express()
app.get('/limit', (req, res) => res.json({ limit: today.limit }))
app.get('/', charge(2), (req, res) => res.json({ summary: 'Three mails, none of them urgent' }))
app.listen(process.env.PORT, process.env.HOST)
