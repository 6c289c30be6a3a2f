'use strict'
const Koa = require('koa')
const fs = require('node:fs')
const path = require('node:path')

const root = path.dirname(require.resolve('koa/package.json'))

function * files (folder) {
  for (const name of fs.readdirSync(folder)) { // <- here
    const full = path.join(folder, name)
    const info = fs.statSync(full) // <- here
    if (info.isDirectory()) yield * files(full)
    else yield { full, size: info.size, changed: info.mtimeMs }
  }
}

function inventory (folder) {
  let count = 0
  let bytes = 0
  let newest = 0
  for (const file of files(folder)) {
    count += 1
    bytes += file.size
    newest = Math.max(newest, file.changed)
  }
  return { count, bytes, newest: new Date(newest).toISOString() }
}

const folders = [root, path.join(root, '..', 'koa-compose'), path.join(root, '..', 'express')]
const app = new Koa()

app.use((ctx) => {
  if (ctx.path !== '/') return
  ctx.body = Object.fromEntries(folders.map((folder) => [path.basename(folder), inventory(folder)]))
})

app.listen(Number(process.env.PORT), process.env.HOST)
