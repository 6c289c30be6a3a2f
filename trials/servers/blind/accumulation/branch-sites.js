'use strict'

const express = require('express')

const branches = [
  { slug: 'central', name: 'Central Library', hosts: ['central.example'], seats: 240 },
  { slug: 'harbour', name: 'Harbour Branch', hosts: ['harbour.example'], seats: 60 },
  { slug: 'hill', name: 'Hill Branch', hosts: ['hill.example', 'kids.example'], seats: 35 },
]

const shelves = Array.from({ length: 120 }, (_, i) => ({ mark: `QA ${76 + i}`, loans: (i * 37) % 101 }))

const app = express()
const sites = express.Router()
const mounted = new Set()

function branchOf (host = '') {
  return branches.find((branch) => branch.hosts.includes(host)) ?? branches[0]
}

function siteOf (branch) {
  const router = express.Router()
  router.get('/hours', (req, res) => res.json({ branch: branch.name, open: '09:00', close: '19:00' }))
  router.get('/seats', (req, res) => res.json({ branch: branch.name, seats: branch.seats }))
  return { path: `/${branch.slug}`, router }
}

// Branches come and go, so a branch's pages are mounted when they are first asked for.
function ensureSite (req, res, next) {
  req.branch = branchOf(req.hostname)
  const site = siteOf(req.branch)
  if (!mounted.has(site.router)) { // <- here
    mounted.add(site.router)
    sites.use(site.path, site.router) // <- here
  }
  next()
}

function popular (count) {
  return [...shelves].sort((a, b) => b.loans - a.loans).slice(0, count).map((shelf) => shelf.mark)
}

app.disable('x-powered-by')
app.use(ensureSite)
app.use(sites) // <- here

app.get('/', (req, res) => {
  res.json({ branch: req.branch.name, seats: req.branch.seats, popular: popular(5) })
})

app.use((err, req, res, next) => {
  if (res.headersSent) return next(err)
  res.status(500).json({ error: 'sorry, try again' })
})

app.listen(Number(process.env.PORT), process.env.HOST)
