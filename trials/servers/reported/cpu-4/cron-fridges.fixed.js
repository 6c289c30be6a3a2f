const http = require('http')
const { fork } = require('child_process')
const { CronJob } = require('cron')

const HISTORY_PORT = Number(process.env.PORT || 3000) + 1000

if (process.argv[2] === 'history') {
  process.on('disconnect', () => process.exit())
  http.createServer((req, res) => {
    setTimeout(() => {
      res.setHeader('content-type', 'application/json')
      res.end(JSON.stringify({ alarms: 2, lastService: '2024-03-11' }))
    }, 60)
  }).listen(HISTORY_PORT, '127.0.0.1', () => process.send('ready'))
} else {
  const child = fork(__filename, ['history'])
  child.once('message', start)
}

const sites = [
  { city: 'Zurich', zone: 'Europe/Zurich' },
  { city: 'Lisbon', zone: 'Europe/Lisbon' },
  { city: 'New York', zone: 'America/New_York' },
  { city: 'Los Angeles', zone: 'America/Los_Angeles' }
]

const fridges = Array.from({ length: 5000 }, (_, i) => ({
  id: i + 1,
  city: sites[i % sites.length].city,
  zone: sites[i % sites.length].zone,
  target: 4 + (i % 3),
  readings: []
}))

function measure (fridge) {
  const value = fridge.target + Math.sin(Date.now() / 9000 + fridge.id)
  fridge.readings.push({ at: Date.now(), value })
  if (fridge.readings.length > 20) fridge.readings.shift()
}

function schedule () {
  new CronJob('*/4 * * * * *', () => fridges.forEach(measure), null, true)
}

const agent = new http.Agent({ keepAlive: true })

function history (id) {
  return new Promise((resolve, reject) => {
    http.get({ host: '127.0.0.1', port: HISTORY_PORT, path: `/fridges/${id}`, agent }, (res) => {
      let text = ''
      res.setEncoding('utf8')
      res.on('data', (part) => { text += part })
      res.on('end', () => resolve(JSON.parse(text)))
    }).on('error', reject)
  })
}

async function report (id) {
  const fridge = fridges[id - 1]
  if (!fridge) return null
  const latest = fridge.readings[fridge.readings.length - 1] || null
  return { id, city: fridge.city, target: fridge.target, latest, ...await history(id) }
}

function send (res, status, body) {
  res.statusCode = status
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify(body))
}

function start () {
  schedule()
  http.createServer(async (req, res) => {
    const url = new URL(req.url, 'http://localhost')
    if (url.pathname === '/fridge') {
      const found = await report(Number(url.searchParams.get('id')))
      return found ? send(res, 200, found) : send(res, 404, { error: 'no such fridge' })
    }
    if (url.pathname === '/cities') {
      return send(res, 200, sites.map((site) => site.city))
    }
    send(res, 404, { error: 'not found' })
  }).listen(process.env.PORT || 3000, '127.0.0.1')
}
