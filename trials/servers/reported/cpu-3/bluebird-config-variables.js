'use strict'
const http = require('http')
const Promise = require('bluebird')

Promise.config({ longStackTraces: true }) // HERE

const port = process.env.PORT || 3000

const settings = { region: 'eu-central-1', stage: 'prod', memory: '512', timeout: '30' }

const template = { service: 'clinic-appointments', functions: {} }
for (let i = 0; i < 12; i++) {
  template.functions[`reminder${i}`] = {
    handler: `src/reminder${i}.run`,
    role: '${self:stage}-reminder-role',
    environment: {
      REGION: '${self:region}',
      TABLE: 'appointments-${self:stage}',
      QUEUE: 'mail-${self:stage}-${self:region}'
    },
    limits: { memory: '${self:memory}', timeout: '${self:timeout}' }
  }
}

const lookup = (name, stage) => Promise.resolve(name === 'stage' ? stage : settings[name])

const populateValue = (value, stage) => {
  const match = /\$\{self:(\w+)\}/.exec(value)
  if (!match) return Promise.resolve(value)
  return lookup(match[1], stage)
    .then((found) => value.replace(match[0], found))
    .then((next) => populateValue(next, stage))
}

const populateObject = (object, stage) => Promise.all(
  Object.keys(object).map((key) => {
    const value = object[key]
    const populated = typeof value === 'object' ? populateObject(value, stage) : populateValue(value, stage)
    return populated.then((result) => [key, result])
  })
).then((pairs) => Object.fromEntries(pairs))

const send = (res, status, body) => {
  res.writeHead(status, { 'content-type': 'application/json' })
  res.end(JSON.stringify(body))
}

http.createServer((req, res) => {
  const [, section, stage] = req.url.split('/')
  if (section === 'settings') return send(res, 200, settings)
  if (section === 'stages' && stage) {
    return populateObject(template, stage)
      .then((config) => send(res, 200, config))
      .catch((error) => send(res, 500, { error: error.message }))
  }
  send(res, 404, { error: 'not found' })
}).listen(port, '127.0.0.1')
