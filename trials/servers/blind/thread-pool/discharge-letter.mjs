import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import Koa from 'koa'

const pack = promisify(brotliCompress)

const DRUGS = ['ramipril', 'metformin', 'apixaban', 'bisoprolol', 'pantoprazole', 'torasemide', 'atorvastatin']
const NOTES = ['take with food', 'check the potassium', 'reduce after two weeks', 'no grapefruit', 'evenings']

class Letter {
  constructor (number) {
    this.number = number
    this.patient = { id: 70_000 + (number % 900), ward: `W${1 + (number % 12)}` }
    this.items = Array.from({ length: 40 }, (_, i) => ({
      drug: DRUGS[(number + i * 3) % DRUGS.length],
      dose: `${5 * (1 + ((number * 7 + i * 11) % 17))} mg`,
      days: 3 + ((number + i * 5) % 28),
      note: NOTES[(number * 3 + i) % NOTES.length],
      lot: ((number * 7919 + i * 104_729) % 1_000_003).toString(36),
    }))
  }

  sorted () {
    return [...this.items].sort((a, b) => a.drug.localeCompare(b.drug) || a.days - b.days)
  }

  toString () {
    return JSON.stringify({ number: this.number, patient: this.patient, items: this.sorted() })
  }
}

// The general practitioners' programs read the letter from a square code, so every byte counts.
async function squareCode (letter) {
  const text = letter.toString()
  const seal = createHash('sha256').update(text).digest('base64url')
  const payload = await pack(text) // <- here
  return { seal, payload: payload.toString('base64url') }
}

let number = 0
const app = new Koa()

app.use(async (ctx, next) => {
  ctx.set('Cache-Control', 'private')
  await next()
})

app.use(async (ctx) => {
  const letter = new Letter(++number)
  const code = await squareCode(letter) // <- here
  ctx.body = { letter: letter.number, ward: letter.patient.ward, ...code }
})

app.listen(Number(process.env.PORT), process.env.HOST)
