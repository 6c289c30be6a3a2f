const express = require('express')
const { execFileSync } = require('node:child_process')

const watched = '/'

function parse (text) {
  const line = text.trim().split('\n').pop()
  const [device, total, used, free, share] = line.split(/\s+/)
  return { device, total: Number(total), used: Number(used), free: Number(free), share }
}

function usage (mount) {
  const text = execFileSync('df', ['-P', '-k', mount], { encoding: 'utf8' }) // <- here
  return parse(text)
}

const app = express()
app.set('json spaces', 2)

app.get('/health', (req, res) => res.send('ok'))

app.get('/', (req, res, next) => {
  let current
  try {
    current = usage(watched)
  } catch (error) {
    next(error)
    return
  }
  res.json({ mount: watched, ...current, at: new Date().toISOString() })
})

app.listen(Number(process.env.PORT), process.env.HOST)
