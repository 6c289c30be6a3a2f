import express from 'express'

const stems = ['lamp', 'table', 'chair', 'mirror', 'carpet', 'basket', 'bottle', 'cushion', 'shelf', 'clock']
const kinds = ['oak', 'steel', 'linen', 'glass', 'walnut', 'brass', 'marble', 'velvet', 'cotton', 'bamboo']
const colours = ['red', 'blue', 'green', 'white', 'black', 'amber']

const catalogue = stems.flatMap((stem) =>
  kinds.flatMap((kind) => colours.map((colour) => `${colour} ${kind} ${stem}`))
)

function distance (a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const line = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1) // <- here
      line[j] = Math.min(swap, row[j] + 1, line[j - 1] + 1) // <- here
    }
    row = line
  }
  return row[b.length]
}

function suggest (term, count) {
  const best = []
  for (const name of catalogue) {
    const score = distance(term, name)
    if (best.length < count || score < best[best.length - 1].score) {
      best.push({ name, score })
      best.sort((x, y) => x.score - y.score)
      best.length = Math.min(best.length, count)
    }
  }
  return best
}

const app = express()

app.get('/', (req, res) => {
  const term = typeof req.query.q === 'string' ? req.query.q : 'blue oka tabel'
  res.json({ term, suggestions: suggest(term.slice(0, 40), 5) })
})

app.listen(Number(process.env.PORT), process.env.HOST)
