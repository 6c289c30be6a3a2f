'use strict'

// Locust as load generator: what it counts is what the server answered, and nothing of it is left behind. Skipped
// without Locust, which .ci/run installs.

const { once } = require('events')
const fs = require('fs')
const http = require('http')
const path = require('path')
const t = require('tap')
const { drive, findDriver } = require('../../../src/load/drivers')
const { littlesLaw } = require('../../../src/load/histogram')
const locust = require('../../../src/load/locust')
const { hotPath } = require('../../support/helper')

process.env.TMPDIR = t.testdir()
const isInstalled = locust.available()
const SKIP = { skip: isInstalled ? false : 'Locust is not installed' }
const ADDRESS = { host: '127.0.0.1', protocol: 'http' }

/** Starts a server that records its requests. */
async function serve (t, answer) {
  const seen = []
  const server = http.createServer(async function (req, res) {
    const chunks = []
    for await (const chunk of req) chunks.push(chunk)
    seen.push({ method: req.method, url: req.url, headers: req.headers, body: Buffer.concat(chunks).toString() })
    answer(req, res, seen.length)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => { server.close(); server.closeAllConnections() })
  return { seen, server, address: { ...ADDRESS, port: server.address().port } }
}

const soon = (res, status = 200) => setTimeout(() => { res.statusCode = status; res.end('tea') }, 10)
const workload = (more) => ({ path: '/', connections: 8, durationSeconds: 1, ...more })
const load = (address, more) => drive(findDriver('locust'), address, workload(more))

/** @returns {number[]} processes of Locust that this process, or a process that has ended, has started */
function locusts () {
  const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const read = (pid, name) => { try { return fs.readFileSync(`/proc/${pid}/${name}`, 'utf8') } catch { return '' } }
  return pids.filter((pid) => read(pid, 'cmdline').includes(`${process.env.TMPDIR}/hot-path-locust-`)).map(Number)
}

const folders = () => fs.readdirSync(process.env.TMPDIR)

t.test('one process, and several workers, count what the server answers', SKIP, async function (t) {
  for (const workers of [1, 2]) {
    const { seen, address } = await serve(t, (_, res) => soon(res))
    const result = await load(address, { workers })
    t.match(result, { driver: 'locust', requests: seen.length, errors: 0, non2xx: 0 })
    t.ok(seen.length > 100, `${seen.length} requests`)
    t.ok(result.latencyMs.p50 >= 10 && result.latencyMs.p50 < 25, `${result.latencyMs.p50} ms`)
    const law = littlesLaw(result)
    t.ok(law > 0.9 && law < 1.1, `Little's law: ${law}`)
    t.ok(result.betweenMs > 0 && result.betweenMs < 5, `${result.betweenMs} ms between requests`)
    t.ok(result.generatorUtilization > 0 && result.generatorUtilization <= 1.2)
  }
  t.same([locusts(), folders()], [[], []])
})

t.test('requests are sent as described', SKIP, async function (t) {
  const { seen, address } = await serve(t, function (_, res) {
    res.setHeader('set-cookie', 'id=1')
    res.setHeader('location', '/elsewhere')
    soon(res, 302)
  })
  const orders = { method: 'POST', path: '/orders?id=[<id>]', headers: { 'x-user': 'añb', 'accept-encoding': 'gzip' }, body: '{"id":"[<id>]"}', weight: 2 }
  await load(address, { requests: [{ path: '/items' }, orders], durationSeconds: 0.5 })
  const posts = seen.filter(({ method }) => method === 'POST')
  t.ok(Math.abs(posts.length - (2 / 3) * seen.length) < 8, `${posts.length} of ${seen.length}`)
  t.match(posts[0], { url: /^\/orders\?id=[\w-]{36}$/, body: /^\{"id":"[\w-]{36}"\}$/, headers: { 'accept-encoding': 'gzip' } })
  t.equal(new Set(posts.map(({ body }) => body)).size, posts.length, 'each id is new')
  t.ok(seen.every(({ url, headers }) => url !== '/elsewhere' && headers.cookie === undefined), 'no redirects, no cookies')
  t.equal(seen.find(({ url }) => url === '/items').headers['accept-encoding'], 'identity')
})

t.test('error responses and lost connections are told apart', SKIP, async function (t) {
  let reset = 0
  let refused = 0
  const { seen, address } = await serve(t, function (req, res, count) {
    const isReset = count % 5 === 0
    const isRefused = !isReset && count % 3 === 0
    reset += isReset
    refused += isRefused
    if (isReset) req.socket.destroy()
    else soon(res, isRefused ? 503 : 200)
  })
  const result = await load(address)
  t.match(result, { requests: seen.length - reset, errors: reset, non2xx: refused, timeouts: 0 })
})

t.test('connections stay open from one load to the next', SKIP, async function (t) {
  let connections = 0
  const { seen, server, address } = await serve(t, (_, res) => soon(res))
  server.on('connection', () => connections++)
  const generator = await locust.open(address, workload())
  const loads = [await generator.load(0.3), await generator.load(0.3)]
  generator.close()
  t.ok(loads.every(({ requests }) => requests > 20))
  t.equal(connections, 8)
  t.equal(seen.length, loads[0].requests + loads[1].requests)
})

t.test('a worker that ends is reported, and nothing is left', SKIP, async function (t) {
  const { seen, address } = await serve(t, (_, res) => soon(res))
  const generator = await locust.open(address, workload({ workers: 2 }))
  const loading = generator.load(1)
  process.kill(Math.max(...locusts()), 'SIGKILL')
  const { requests, lostWorkers } = await loading
  t.equal(lostWorkers, 1)
  t.ok(requests > 50 && requests <= seen.length, `${requests} of ${seen.length}`)
  generator.close()
  while (locusts().length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  t.same(folders(), [])
})

t.test('responses are reported meanwhile', SKIP, async function (t) {
  const { seen, address } = await serve(t, (_, res, count) => soon(res, count % 4 ? 200 : 503))
  const counts = { 200: 0, 503: 0 }
  let cpuUs = 0
  let longestMs = 0
  const onAnswer = (latencyMs, status, count) => {
    counts[status] += count
    longestMs = Math.max(longestMs, latencyMs)
  }
  const { latencyMs } = await drive(locust, address, workload(), { onAnswer, onCpu: (us) => { cpuUs = us } })
  t.same(counts, { 200: seen.length - Math.floor(seen.length / 4), 503: Math.floor(seen.length / 4) })
  t.equal(longestMs, latencyMs.max)
  t.ok(cpuUs > 10_000 && cpuUs < 1.5e6, `${cpuUs} µs`)
})

t.test('compare uses it', SKIP, async function (t) {
  const cwd = t.testdir({ 'a.js': "require('http').createServer((req, res) => res.end('tea')).listen(process.env.PORT)" })
  const args = ['compare', 'a.js', '--driver=locust', '--workers=1', '--connections=10', '--rounds=2', '--duration=0.5', '--timeline=0']
  const { status, stdout, stderr } = await hotPath(args, { cwd })
  t.equal(status, 0, stderr)
  t.match(stdout, /^a {7}[\d,]+ /m)
  t.same([locusts(), folders()], [[], []])
})

t.test('the check-up uses it', SKIP, async function (t) {
  const cwd = t.testdir({ 'a.js': "require('http').createServer((req, res) => setTimeout(() => res.end('tea'), 20)).listen(process.env.PORT, process.env.HOST)" })
  const args = ['checkup', 'a.js', '--driver=locust', '--host=127.0.0.2', '--connections=10', '--duration=4', '--no-open', '--json']
  const { status, stdout, stderr } = await hotPath(args, { cwd })
  t.equal(status, 0, stderr)
  t.match(stderr, /^ATTENTION: the server listens on 127\.0\.0\.2\. Everybody who can reach this address can use it\.$/m)
  const { findings: [{ name, places: [place] }], load, address, cores } = JSON.parse(stdout)
  t.match({ name, line: place?.line, address }, { name: 'waiting', line: 1, address: /^127\.0\.0\.2:/ })
  t.match(load, { driver: 'locust', errors: 0 })
  // Locust runs in two thirds of the observed time: 0.7 with its CPU, 0.3 with that of hot-path alone. How busy other
  // programs keep the machine does not matter here.
  t.ok(cores.generator > 0.45 * load.generatorCpuShare, `Locust is no other program: ${cores.generator} of ${load.generatorCpuShare}`)
  t.same([locusts(), folders()], [[], []])
})

t.test('without Locust, its installation is described', async function (t) {
  const cwd = t.testdir({ 'a.js': '' })
  const { status, stderr } = await hotPath(['compare', 'a.js', '--driver=locust'], { cwd, env: { ...process.env, PATH: path.dirname(process.execPath) } })
  t.equal(status, 2)
  t.match(stderr, 'hot-path: locust is not installed. Install it: pip install locust, or uv tool install locust.')
})
