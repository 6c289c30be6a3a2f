'use strict'

// Every request that was sent has a latency, and a load that is over leaves nothing behind. Servers of a few lines, in
// this process.

const { execFileSync } = require('child_process')
const { once } = require('events')
const http = require('http')
const net = require('net')
const path = require('path')
const t = require('tap')
const { drive, findDriver } = require('../src/load/drivers')
const { Latencies, littlesLaw, mergedPercentiles } = require('../src/load/latency-histogram')
const { sharesOf, usualWorkers } = require('../src/load/workers')
const wrk = require('../src/load/wrk')
const { notPosix } = require('../../../test/helper')

const ROOT = path.resolve(__dirname, '..')

/** Loads a server, with the driver that is used for most. */
async function loaded (t, server, { connections = 10, durationSeconds = 0.3, ...workload } = {}) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const address = { host: '127.0.0.1', port: server.address().port }
  return drive(findDriver('autocannon'), address, { path: '/', connections, durationSeconds, ...workload })
}

t.test('what is under way when a load ends is waited for', async function (t) {
  const server = http.createServer((req, res) => setTimeout(() => res.end('late'), 400))
  const load = await loaded(t, server)
  t.match(load, { requests: 10, errors: 0, timeouts: 0 }, 'no answer comes within the load itself')
  t.ok(load.latencyMs.p50 >= 400 && load.latencyMs.max >= load.latencyMs.p50, `${load.latencyMs.p50} ms`)
})

t.test("Little's law holds for a server that waits, and for one that computes", async function (t) {
  const waits = http.createServer((req, res) => setTimeout(() => res.end(), 30))
  const computes = http.createServer(function (req, res) {
    const until = performance.now() + 2
    while (performance.now() < until);
    res.end()
  })
  for (const server of [waits, computes]) {
    const concurrency = littlesLaw(await loaded(t, server, { durationSeconds: 2 }))
    t.ok(concurrency > 0.9 && concurrency < 1.1, `${concurrency}`)
  }
})

t.test('latencies are finer than a millisecond', async function (t) {
  const { latencyMs } = await loaded(
    t,
    http.createServer((req, res) => res.end()),
    { connections: 1 }
  )
  t.ok(latencyMs.p50 > 0 && latencyMs.p50 % 1 !== 0, `${latencyMs.p50} ms`)
})

t.test('a stall in one of eight loads is in the percentiles of all', async function (t) {
  const loads = Array.from({ length: 8 }, function (_, i) {
    const latencies = new Latencies()
    latencies.record(1.5, 80)
    if (i === 3) latencies.record(300, 20)
    return latencies.summary()
  })
  const { p50, p99, max } = mergedPercentiles(loads)
  t.ok(Math.abs(p50 - 1.5) < 0.03, `${p50}`)
  t.ok(p99 > 290 && max === 300, `${p99}`)
})

t.test('servers that close connections are answered for, too', async function (t) {
  const closing = http.createServer((req, res) => res.writeHead(200, { connection: 'close' }).end('x'))
  const old = net.createServer((socket) =>
    socket.once('data', () => socket.end('HTTP/1.0 200 OK\r\n\r\nuntil the end')).on('error', () => {})
  )
  for (const server of [closing, old]) {
    const { errors, non2xx, requests } = await loaded(t, server)
    t.ok(requests > 10, `${requests}`)
    t.match({ errors, non2xx }, { errors: 0, non2xx: 0 })
  }
})

t.test('an early hint is no answer', async function (t) {
  const server = http.createServer((req, res) =>
    res.writeEarlyHints({ link: '</x.css>; rel=preload' }, () => res.end('x'))
  )
  let asked = 0
  server.on('request', () => asked++)
  t.match(await loaded(t, server), { requests: asked, non2xx: 0 })
})

t.test('each request that gets no answer is one error', async function (t) {
  let [asked, cut] = [0, 0]
  const server = http.createServer(function (req, res) {
    if (++asked % 3 === 0) cut += Number(Boolean(req.socket.destroy()))
    else res.end('x')
  })
  const { requests, errors } = await loaded(t, server)
  t.equal(requests + errors, asked)
  t.equal(errors, cut)
})

t.test('connections stay open from one load to the next', async function (t) {
  const server = http.createServer((req, res) => res.end('x'))
  let connections = 0
  server.on('connection', () => connections++)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const generator = await findDriver('autocannon').open(
    { host: '127.0.0.1', port: server.address().port },
    { path: '/', connections: 5, durationSeconds: 0 }
  )
  for (let i = 0; i < 4; i++) t.ok((await generator.load(0.05)).requests > 0)
  generator.close()
  t.equal(connections, 5)
})

t.test("a load from two threads is one load: all connections, every request, Little's law", async function (t) {
  const server = http.createServer((req, res) => setTimeout(() => res.end('x'), 20))
  let [connections, asked] = [0, 0]
  server.on('connection', () => connections++)
  server.on('request', () => asked++)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const workload = { path: '/', connections: 5, durationSeconds: 0, workers: 2 }
  const generator = await findDriver('autocannon').open({ host: '127.0.0.1', port: server.address().port }, workload)
  t.teardown(() => generator.close())
  const loads = [await generator.load(0.3), await generator.load(0.3)]
  t.equal(connections, 5, 'three and two, and they stay open')
  t.equal(loads[0].requests + loads[1].requests, asked)
  for (const load of loads) {
    t.match(load, { connections: 5, errors: 0, non2xx: 0 })
    t.ok(
      Math.abs(littlesLaw(load) - 1) < 0.1 && load.latencyMs.p50 >= 19,
      `${littlesLaw(load)}, ${load.latencyMs.p50} ms`
    )
  }
  const ended = generator.load(10)
  generator.close()
  await t.rejects(ended, { name: 'OperationalError', message: 'the load was ended' }, 'and does not hang')
})

t.test('no more threads than connections; one where the server needs the other core', async function (t) {
  t.same(sharesOf({ connections: 2, workers: 4 }), [1, 1])
  t.same(sharesOf({ connections: 101, workers: 2 }), [50, 51])
  t.same([1, 2, 4, 8, 64].map(usualWorkers), [1, 1, 2, 4, 4])
})

t.test('more connections than the system gives are a sentence, at once', { skip: notPosix }, async function (t) {
  const program = `
    const { drive, findDriver } = require('./src/load/drivers')
    const server = require('http').createServer((req, res) => res.end()).listen(0, '127.0.0.1', function () {
      drive(findDriver('autocannon'), server.address(), { path: '/', connections: 500, durationSeconds: 1 }).catch((err) => console.log(err.name, err.message)).then(() => process.exit())
    })
    Object.assign(server, { address: ((address) => () => ({ host: '127.0.0.1', port: address.call(server).port }))(server.address) })`
  const said = execFileSync('sh', ['-c', 'ulimit -n 200; exec "$0" -e "$1"', process.execPath, program], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 15_000
  })
  t.match(said, /^OperationalError the system gives no more than \d+ connections at once \(EMFILE\).*ulimit -n/)
})

t.test("wrk's correction for coordinated omission is taken out again", async function (t) {
  const raw = new Map([
    [900, 500],
    [1000, 3000],
    [1100, 400],
    [5100, 7],
    [20_050, 3],
    [20_051, 1]
  ])
  const requests = [...raw.values()].reduce((sum, count) => sum + count)
  const [connections, durationUs] = [10, 400_000]
  const intervalUs = Math.floor(durationUs / Math.floor(requests / connections))
  const corrected = new Map(raw)
  for (const us of [...raw.keys()].sort((a, b) => a - b)) {
    // as wrk does, see stats.c
    if (us < 2 * intervalUs) continue
    for (let added = us - intervalUs; added > intervalUs; added -= intervalUs) {
      corrected.set(added, (corrected.get(added) ?? 0) + raw.get(us))
    }
  }
  const text = [
    `  ${requests} requests in 400.00ms, 1.00MB read`,
    `hot-path summary ${durationUs} ${requests}`,
    ...[...corrected].sort(([a], [b]) => a - b).map(([us, count]) => `hot-path latency ${us} ${count}`)
  ].join('\n')
  const { latencyMs } = wrk.read(text, connections)
  const sumUs = [...raw].reduce((sum, [us, count]) => sum + us * count, 0)
  t.ok([...corrected.values()].reduce((a, b) => a + b) > requests, 'wrk has added some')
  t.ok(Math.abs(latencyMs.mean - sumUs / requests / 1000) < 1e-9, `${latencyMs.mean}`)
})
