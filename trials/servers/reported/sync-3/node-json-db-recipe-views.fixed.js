const fs = require('fs')
const path = require('path')
const os = require('os')
const express = require('express')
const JsonDB = require('node-json-db')

const port = process.env.PORT || 3000
const app = express()

const file = path.join(os.tmpdir(), `recipes-${port}`)
fs.rmSync(`${file}.json`, { force: true })
const db = new JsonDB(file, false, false)

const steps = ['Whisk the eggs with sugar until pale.', 'Fold in the flour.', 'Rest the dough in a cool place.', 'Bake until golden.']
const recipes = {}
for (let n = 1; n <= 40; n++) {
  const method = Array.from({ length: 120 }, (_, i) => steps[(i * n) % steps.length]).join(' ')
  recipes[`r${n}`] = { title: `Recipe ${n}`, minutes: 10 + n % 50, method, views: 0 }
}
db.push('/recipes', recipes)

function readingTime (method) {
  return Math.ceil(method.split(' ').length / 220)
}

function countView (id) {
  const views = db.getData(`/recipes/${id}/views`) + 1
  db.push(`/recipes/${id}/views`, views)
  return views
}

setInterval(() => db.save(), 10000)
process.on('SIGTERM', () => process.exit())
process.on('exit', () => db.save())

app.get('/recipes', (req, res) => {
  const all = db.getData('/recipes')
  res.json(Object.keys(all).map((id) => ({ id, title: all[id].title, minutes: all[id].minutes })))
})

app.get('/recipes/:id', (req, res) => {
  if (!recipes[req.params.id]) return res.status(404).json({ error: 'no such recipe' })
  const views = countView(req.params.id)
  const { title, minutes, method } = db.getData(`/recipes/${req.params.id}`)
  res.json({ title, minutes, views, readingTime: readingTime(method), teaser: method.slice(0, 160) })
})

app.listen(port, '127.0.0.1')
