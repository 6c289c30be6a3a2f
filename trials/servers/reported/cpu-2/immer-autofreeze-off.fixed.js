// Live occupancy of a chain of car parks: one immutable state, every look at a site is recorded in it.
const http = require('http')
const { produce, setAutoFreeze } = require('immer')

setAutoFreeze(true)

function loadSites() {
  const sites = {}
  for (let i = 0; i < 400; i++) {
    sites['site-' + i] = {
      name: 'Car park ' + i,
      levels: Array.from({ length: 4 }, (_, level) => ({
        level,
        bays: Array.from({ length: 12 }, (_, n) => ({ n, taken: (n * 7 + i) % 3 === 0 }))
      }))
    }
  }
  return sites
}

let state = { sites: loadSites(), visits: { total: 0, bySite: {}, last: null } }
const listeners = []
function dispatch(recipe) {
  const previous = state
  state = produce(state, recipe)
  for (const listener of listeners) listener(state, previous)
}

let busiest = null

listeners.push((now, before) => {
  const { bySite, last } = now.visits
  if (now.visits !== before.visits && !(bySite[last.id] <= bySite[busiest])) busiest = last.id
})

function freeBays(site) {
  let free = 0
  for (const { bays } of site.levels) for (const bay of bays) if (!bay.taken) free++
  return free
}

function visit(id) {
  dispatch(({ visits }) => {
    visits.total++
    visits.bySite[id] = (visits.bySite[id] || 0) + 1
    visits.last = { id, at: Date.now() }
  })
}

const server = http.createServer((req, res) => {
  const url = new URL(req.url, 'http://localhost')
  const [, kind, id] = url.pathname.split('/')
  if (kind === 'busiest') return res.end(String(busiest))
  const site = kind === 'sites' && state.sites[id]
  if (!site) return res.writeHead(404).end('unknown site')
  visit(id)
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify({ id, name: site.name, free: freeBays(site), visits: state.visits.bySite[id] }))
})

server.listen(process.env.PORT || 3000, '127.0.0.1')
