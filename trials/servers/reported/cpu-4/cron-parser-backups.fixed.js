const http = require('http')
const { fork } = require('child_process')
const express = require('express')
const cronParser = require('cron-parser')

const STORE_PORT = Number(process.env.PORT || 3000) + 1000

const zones = ['Europe/Berlin', 'Europe/London', 'America/Chicago', 'Asia/Tokyo', 'Australia/Sydney']
const patterns = ['0 3 * * *', '*/20 * * * *', '30 22 * * 1-5', '0 */4 * * *', '15 * * * *']

if (process.argv[2] === 'store') {
  process.on('disconnect', () => process.exit())
  const backups = Array.from({ length: 400 }, (_, i) => ({
    id: i + 1,
    name: `backup of volume ${i + 1}`,
    cron: patterns[i % patterns.length],
    zone: zones[i % zones.length],
    keep: 5 + (i % 10)
  }))
  http.createServer((req, res) => {
    const url = new URL(req.url, 'http://store')
    const from = Number(url.searchParams.get('from'))
    const size = Number(url.searchParams.get('size'))
    setTimeout(() => {
      res.setHeader('content-type', 'application/json')
      res.end(JSON.stringify(backups.slice(from, from + size)))
    }, 8)
  }).listen(STORE_PORT, '127.0.0.1', () => process.send('ready'))
} else {
  const child = fork(__filename, ['store'])
  child.once('message', start)
}

const agent = new http.Agent({ keepAlive: true })

function loadBackups (from, size) {
  return new Promise((resolve, reject) => {
    http.get({ host: '127.0.0.1', port: STORE_PORT, path: `/backups?from=${from}&size=${size}`, agent }, (res) => {
      let text = ''
      res.setEncoding('utf8')
      res.on('data', (part) => { text += part })
      res.on('end', () => resolve(JSON.parse(text)))
    }).on('error', reject)
  })
}

const known = new Map()

function runTimes (backup) {
  const key = `${backup.cron} ${backup.zone}`
  const now = Date.now()
  const times = known.get(key)
  if (times && times.nextRun.getTime() > now) return times
  const options = { currentDate: new Date(now), tz: backup.zone }
  const previous = cronParser.parseExpression(backup.cron, options).prev()
  const next = cronParser.parseExpression(backup.cron, options).next()
  known.set(key, { lastRun: previous.toDate(), nextRun: next.toDate() })
  return known.get(key)
}

function describe (backup) {
  return { id: backup.id, name: backup.name, keep: backup.keep, ...runTimes(backup) }
}

function start () {
  const app = express()

  app.get('/backups', async (req, res, next) => {
    try {
      const page = Math.max(1, Number(req.query.page || 1))
      const backups = await loadBackups((page - 1) * 5, 5)
      res.json({ page, backups: backups.map(describe) })
    } catch (error) {
      next(error)
    }
  })

  app.get('/backups/:id', async (req, res, next) => {
    try {
      const [backup] = await loadBackups(Number(req.params.id) - 1, 1)
      if (!backup) return res.sendStatus(404)
      res.json(describe(backup))
    } catch (error) {
      next(error)
    }
  })

  app.listen(process.env.PORT || 3000, '127.0.0.1')
}
