import { setTimeout as pause } from 'node:timers/promises'
import express from 'express'

class Printer {
  #jobs = new Map()
  #last = 0

  start (pages) {
    const id = ++this.#last
    this.#jobs.set(id, 'printing')
    setTimeout(() => this.#jobs.set(id, 'done'), 2 * pages)
    return id
  }

  state (id) {
    return this.#jobs.get(id)
  }

  forget (id) {
    this.#jobs.delete(id)
  }
}

const printer = new Printer()

async function print (pages) {
  const job = printer.start(pages)
  while (printer.state(job) !== 'done') {
    await pause(100) // <- here
  }
  printer.forget(job)
  return job
}

const app = express()
app.get('/', async function (req, res) {
  const pages = Number(req.query.pages ?? 2)
  res.json({ job: await print(pages), pages }) // <- here
})
app.listen(process.env.PORT, process.env.HOST)
