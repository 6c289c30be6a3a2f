import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

const TASTES = 64
const BOOKS = 16_000

type Book = { isbn: number, taste: Float32Array }
type Match = { isbn: number, score: number }

const shelf: Book[] = Array.from({ length: BOOKS }, (_, isbn) => ({
  isbn,
  taste: Float32Array.from({ length: TASTES }, (_, i) => Math.sin(isbn * 31 + i))
}))

function similarity (a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < TASTES; i++) sum += a[i] * b[i] // <- here
  return sum
}

function recommend (taste: Float32Array, most: number): Match[] {
  const best: Match[] = []
  for (const book of shelf) {
    const score = similarity(taste, book.taste)
    if (best.length === most && score <= best[most - 1].score) continue
    best.push({ isbn: book.isbn, score })
    best.sort((a, b) => b.score - a.score)
    best.length = Math.min(best.length, most)
  }
  return best
}

let reader = 0

function onRequest (req: IncomingMessage, res: ServerResponse): void {
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify(recommend(shelf[++reader % BOOKS].taste, 5)))
}

createServer(onRequest).listen(Number(process.env.PORT), process.env.HOST)
