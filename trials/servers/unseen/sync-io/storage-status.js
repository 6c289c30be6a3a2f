'use strict'
const http = require('node:http')
const { execFileSync } = require('node:child_process')

class Volume {
  constructor (name, mountPoint, warnAt) {
    this.name = name
    this.mountPoint = mountPoint
    this.warnAt = warnAt
  }

  usage () { // <- here
    const out = execFileSync('df', ['-Pk', this.mountPoint], { encoding: 'utf8' }) // <- here
    const [, total, used, free] = out.trim().split('\n').pop().trim().split(/\s+/)
    return { total: Number(total), used: Number(used), free: Number(free) }
  }

  status () {
    const { total, used, free } = this.usage() // <- here
    const percent = Math.round((used / total) * 100)
    return {
      volume: this.name,
      percent,
      freeGb: Math.round(free / 1024 / 1024),
      state: percent >= this.warnAt ? 'warn' : 'ok',
    }
  }
}

const uploads = new Volume('uploads', '/', 85)
const started = Date.now()

const server = http.createServer((req, res) => {
  if (req.url !== '/') {
    res.writeHead(404).end()
    return
  }
  const body = JSON.stringify({
    service: 'storage',
    upSeconds: Math.round((Date.now() - started) / 1000),
    volumes: [uploads.status()],
  })
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  res.end(body)
})

server.listen(Number(process.env.PORT), process.env.HOST)
