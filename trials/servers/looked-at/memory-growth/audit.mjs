import express from 'express'
import { PassThrough } from 'node:stream'
import { createHash } from 'node:crypto'

const audit = new PassThrough()
let subscribers = 0

const record = (req, status) => {
  const entry = {
    at: new Date().toISOString(),
    method: req.method,
    url: req.originalUrl,
    status,
    peer: req.ip,
    agent: req.get('user-agent'),
    accept: req.get('accept'),
    digest: createHash('sha1').update(req.originalUrl).digest('hex'),
  }
  audit.write(JSON.stringify(entry) + '\n') // <- here
}

const app = express()

app.use((req, res, next) => {
  res.once('finish', () => record(req, res.statusCode))
  next()
})

app.get('/', (req, res) => {
  res.json({ service: 'accounts', subscribers })
})

app.get('/audit', (req, res) => {
  subscribers += 1
  res.type('application/x-ndjson')
  audit.pipe(res)
  req.once('close', () => {
    subscribers -= 1
    audit.unpipe(res)
  })
})

app.listen(Number(process.env.PORT), process.env.HOST)
