import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Koa from 'koa'

const workspace = fs.mkdtempSync(path.join(os.tmpdir(), 'builds-'))
const steps = ['checkout', 'install', 'lint', 'compile', 'test', 'package']

function seed (build) {
  const lines = []
  for (let i = 0; i < 200_000; i++) {
    const step = steps[Math.floor((i / 200_000) * steps.length)]
    lines.push(`${String(i).padStart(6, '0')} [${step}] ${build} finished task ${i % 977} of module ${i % 53}`)
  }
  fs.writeFileSync(path.join(workspace, `${build}.log`), lines.join('\n'))
}

class Builds {
  constructor (folder) {
    this.folder = folder
    this.page = Buffer.alloc(256 * 1024)
  }

  tail (build, lines) { // <- here
    const fd = fs.openSync(path.join(this.folder, `${build}.log`), 'r')
    let last = 0
    let read
    while ((read = fs.readSync(fd, this.page, 0, this.page.length, null)) > 0) last = read // <- here
    fs.closeSync(fd)
    return this.page.toString('utf8', Math.max(0, last - 4096), last).split('\n').slice(-lines)
  }
}

seed('main-4711')
const builds = new Builds(workspace)
const app = new Koa()

app.use(async (ctx, next) => {
  await next()
  ctx.set('cache-control', 'no-store')
})

app.use(async (ctx) => {
  const build = 'main-4711'
  const lines = builds.tail(build, 20) // <- here
  const step = /\[(\w+)\]/.exec(lines[lines.length - 1])?.[1]
  ctx.body = { build, step, lines }
})

app.listen(Number(process.env.PORT), process.env.HOST)

process.on('exit', () => fs.rmSync(workspace, { recursive: true, force: true }))
process.on('SIGTERM', () => process.exit())
