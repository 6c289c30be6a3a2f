'use strict'
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const Koa = require('koa')

const WIDTH = 64
const ARTICLES = 160_000
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'prices-'))
const listFile = path.join(folder, 'prices.dat')

function seed () {
  const lines = Array.from({ length: ARTICLES }, (_, i) => `${i};Article ${i};${((i * 37) % 9000) / 100}`.padEnd(WIDTH))
  fs.writeFileSync(listFile, lines.join(''), 'latin1')
}

class PriceList {
  constructor (file) {
    this.file = file
    this.data = Buffer.alloc(WIDTH * ARTICLES)
  }

  // The purchasing department may change prices at any time.
  async refresh () { // <- here
    await this.file.read(this.data, 0, this.data.length, 0) // <- here
  }

  find (number) {
    const line = this.data.toString('latin1', number * WIDTH, (number + 1) * WIDTH)
    const [id, name, price] = line.split(';')
    return { id: Number(id), name, price: Number(price) }
  }
}

async function main () {
  seed()
  const list = new PriceList(await fs.promises.open(listFile))
  const app = new Koa()

  app.use(async (ctx) => {
    await list.refresh() // <- here
    ctx.body = list.find(Math.floor(Math.random() * ARTICLES))
  })

  app.listen(Number(process.env.PORT), process.env.HOST)
}

process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
process.on('SIGTERM', () => process.exit())

main()
