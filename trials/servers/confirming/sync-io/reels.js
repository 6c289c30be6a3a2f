'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const Koa = require('koa')

const shelf = fs.mkdtempSync(path.join(os.tmpdir(), 'reels-'))
process.on('exit', () => fs.rmSync(shelf, { recursive: true, force: true }))
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(0))

class Reel {
  constructor (file, title) {
    this.file = file
    this.title = title
  }

  get recorded () {
    return fs.statSync(this.file).mtimeMs // <- here
  }

  get code () {
    return path.basename(this.file, '.txt').toUpperCase()
  }
}

function stock (count) {
  const reels = []
  for (let i = 0; i < count; i += 1) {
    const file = path.join(shelf, `r${String(i).padStart(3, '0')}.txt`)
    fs.writeFileSync(file, `reel ${i}\n`)
    const at = new Date(1974, 2, 1 + ((i * 37) % count))
    fs.utimesSync(file, at, at)
    reels.push(new Reel(file, ['News at six', 'Choir', 'Interview', 'Weather at sea'][i % 4]))
  }
  return reels
}

function newestFirst (one, other) {
  return other.recorded - one.recorded // <- here
}

function cueCard (reel, position) {
  return `${String(position + 1).padStart(2)}. ${reel.code.padEnd(6, '.')} ${reel.title}`
}

const reels = stock(80)
const app = new Koa()
app.silent = true

app.use(async (ctx, next) => {
  const began = Date.now()
  await next()
  ctx.set('x-response-time', `${Date.now() - began}ms`)
})

app.use(async (ctx) => {
  const latest = [...reels].sort(newestFirst).slice(0, 20) // <- here
  ctx.type = 'text/plain'
  ctx.body = latest.map(cueCard).join('\n')
})

app.listen(Number(process.env.PORT), process.env.HOST)
