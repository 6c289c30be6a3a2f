'use strict'

// Methods, headers, bodies and several requests: each driver sends them unchanged.

const http = require('http')
const { once } = require('events')
const { text } = require('stream/consumers')
const t = require('tap')
const { drive, findDriver } = require('../../src/load/drivers')
const { isInstalled } = require('../../src/load/external-program')
const { processes } = require('../support/helper')

const REQUESTS = [
  { path: '/items?page=2', headers: { 'x-kind': 'list' }, weight: 3 },
  { method: 'POST', path: '/orders/[<id>]', headers: { 'content-type': 'application/json' }, body: '{"order":"[<id>]"}' }
]

/** Starts a server that records the requests it receives. */
async function listening (t) {
  const seen = []
  const server = http.createServer(async function (req, res) {
    seen.push({ method: req.method, url: req.url, headers: req.headers, body: await text(req) })
    res.end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  t.teardown(() => server.closeAllConnections())
  return { seen, address: { host: '127.0.0.1', port: server.address().port } }
}

const workloads = {
  'built-in': { connections: 4, durationSeconds: 0.3 },
  wrk: { connections: 4, durationSeconds: 1 },
  paced: { connections: 4, durationSeconds: 0.3, pace: { requestsPerSecond: 200 } }
}
for (const [name, workload] of Object.entries(workloads)) {
  t.test(`${name} sends each request unchanged`, { skip: name === 'wrk' && !isInstalled('wrk') && 'wrk is not installed here; CI installs it' }, async function (t) {
    const { seen, address } = await listening(t)
    const whole = { ...workload, path: '/', requests: REQUESTS }
    const driver = findDriver(name === 'paced' ? 'built-in' : name, whole)
    t.equal(driver.name, name)
    const load = await drive(driver, address, whole)
    t.ok(load.requests > 20)
    t.equal(load.non2xx + load.errors, 0)

    const [lists, orders] = [seen.filter(({ method }) => method === 'GET'), seen.filter(({ method }) => method === 'POST')]
    t.equal(lists.length + orders.length, seen.length)
    t.ok(Math.abs(lists.length - 3 * orders.length) <= 3 * workload.connections + 3, `${lists.length} lists, ${orders.length} orders`)
    t.ok(lists.every(({ url, headers }) => url === '/items?page=2' && headers['x-kind'] === 'list'))
    t.ok(orders.every(({ url, body, headers }) => headers['content-type'] === 'application/json' && `{"order":"${url.slice(8)}"}` === body))
    t.equal(new Set(orders.map(({ url }) => url)).size, orders.length, 'each with an id of its own')
  })
}

t.test('wrk sends a query that appears on no command line', { skip: !isInstalled('wrk') && 'wrk is not installed here; CI installs it' }, async function (t) {
  const { seen, address } = await listening(t)
  const secret = `geheim-${process.pid}` // unique to this test
  const loading = drive(findDriver('wrk'), address, { path: `/x?token=${secret}`, connections: 1, durationSeconds: 1 })
  while (seen.length === 0) await new Promise((resolve) => setImmediate(resolve))
  t.same(processes((args) => args.includes(secret)), [])
  t.ok(processes((args) => args.startsWith('wrk ')).length > 0, 'it runs')
  await loading
  t.same([...new Set(seen.map(({ url }) => url))], [`/x?token=${secret}`])
})
