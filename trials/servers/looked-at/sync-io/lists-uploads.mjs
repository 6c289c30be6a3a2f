import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'

const folder = join(tmpdir(), 'third-uploads')
mkdirSync(folder, { recursive: true })
for (let i = 0; i < 400; i++) writeFileSync(join(folder, `${i}.txt`), `upload ${i}`)

function uploads () {
  return readdirSync(folder).map(function (name) { // <- here
    const { size, mtimeMs } = statSync(join(folder, name)) // <- here
    return { name, size, mtimeMs }
  })
}

function usage () {
  let bytes = 0
  let newest = 0
  for (const { size, mtimeMs } of uploads()) {
    bytes += size
    newest = Math.max(newest, mtimeMs)
  }
  return { bytes, newest }
}

const app = Fastify()
app.get('/uploads', async () => uploads())
app.get('/', async () => usage())
app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
