'use strict'

// HTTP/1.1 and HTTP/2, with and without TLS: what is counted is what the server answered.

const { once } = require('events')
const fs = require('fs')
const http2 = require('http2')
const path = require('path')
const t = require('tap')
const { drive, findDriver } = require('../../src/load/drivers')
const { toWorkload } = require('../../src/load/workload')
const { contractDifference } = require('../../src/measurement/contract')
const { toSubject } = require('../../src/config/subjects')
const { start } = require('../../src/process/subject')
const { serve } = require('../support/attached')
const { hotPath } = require('../support/helper')

const TLS = path.join(__dirname, '../fixtures/tls')
const CERTIFICATE = '{ key: read(\'key.pem\'), cert: read(\'cert.pem\') }'
const PROTOCOLS = {
  http: "require('http').createServer(handle)",
  https: `require('https').createServer(${CERTIFICATE}, handle)`,
  h2c: "require('http2').createServer(handle)",
  h2: `require('http2').createSecureServer(${CERTIFICATE}, handle)`
}
// Answers after 5 ms, and writes how many requests it has answered when it ends.
const server = (create) => `
const fs = require('fs')
let answered = 0
process.on('exit', () => fs.writeFileSync(__dirname + '/answered', String(answered)))
const read = (name) => fs.readFileSync(${JSON.stringify(TLS)} + '/' + name)
function handle (req, res) {
  if (req.url === '/destroyed') return req.stream ? req.stream.close(8) : req.socket.destroy()
  let text = ''
  req.on('data', (chunk) => { text += chunk })
  req.on('end', () => setTimeout(reply, 5))
  function reply () {
    res.statusCode = req.url === '/broken' ? 500 : 200
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify({ method: req.method, text, user: req.headers['x-user'] }))
    answered++
  }
}
${create}.listen(process.env.PORT, '127.0.0.1')
`

/** Starts a server, and applies a load. */
async function loaded (t, create, { driver = 'built-in', ...load } = {}) {
  const folder = t.testdir({ 'server.js': server(create) })
  const { rate, seconds = 1, ...options } = load
  const subject = toSubject(path.join(folder, 'server.js'), { ...options, rate })
  const running = await start(subject, { directory: folder, processMetrics: true })
  try {
    const workload = toWorkload(subject, { connections: 8, durationSeconds: seconds })
    const result = await drive(findDriver(driver, workload), running.address, workload)
    await running.processMetrics() // a turn of its event loop, in which it ends the last requests
    const metrics = await running.processMetrics()
    await running.stop()
    const answered = Number(fs.readFileSync(path.join(folder, 'answered'), 'utf8'))
    return { result, metrics, answered, address: running.address }
  } finally {
    await running.kill()
  }
}

for (const [protocol, create] of Object.entries(PROTOCOLS)) {
  t.test(`${protocol}: a closed loop`, async function (t) {
    const { result, metrics, answered, address } = await loaded(t, create, { method: 'POST', body: 'hello', header: ['x-user: ann'] })
    t.equal(address.protocol ?? 'http', protocol)
    t.match(result, { errors: 0, non2xx: 0, timeouts: 0 })
    t.equal(result.requests, answered, 'as many as the server has answered')
    t.ok(answered - metrics.requests < 8, 'read from outside, while the last ones end')
    const inFlight = result.requestsPerSecond * result.latencyMs.mean / 1000
    t.ok(inFlight > 7.2 && inFlight < 8.8, `Little's law: ${inFlight.toFixed(2)} of 8 requests in flight`)
  })

  t.test(`${protocol}: a constant rate`, async function (t) {
    const { result, metrics, answered } = await loaded(t, create, { rate: 100 })
    t.match(result, { requests: 100, errors: 0, non2xx: 0 })
    t.equal(answered, 100)
    t.ok(metrics.requests === 100 || metrics.requests === 99, 'read from outside, while the last one ends')
  })

  t.test(`${protocol}: error responses and lost requests are told apart`, async function (t) {
    const broken = await loaded(t, create, { path: '/broken', seconds: 0.3 })
    t.equal(broken.result.non2xx, broken.result.requests)
    t.equal(broken.metrics.non2xx, broken.metrics.requests)
    const { result, metrics } = await loaded(t, create, { path: '/destroyed', seconds: 0.3 })
    t.match({ requests: result.requests, answered: metrics.requests }, { requests: 0, answered: 0 })
    t.ok(result.errors > 8, `${result.errors} lost`)
  })
}

t.test('responses of two versions over HTTP/2 are compared', async function (t) {
  const [code, changed] = ['method', 'verb'].map((field) => server(PROTOCOLS.h2).replace('method:', `${field}:`))
  const folder = t.testdir({ one: { 'server.js': code }, other: { 'server.js': changed } })
  const [one, other] = ['one', 'other'].map((name) => toSubject(path.join(folder, name, 'server.js')))
  t.match(await contractDifference(one, other, folder), /in the body, .*method/)
})

t.test('waits of requests over HTTP/2', async function (t) {
  const folder = t.testdir({ 'server.js': server(PROTOCOLS.h2) })
  const { status, stdout, stderr } = await hotPath(['waits', path.join(folder, 'server.js'), '--json', '--no-open', '--duration=2', '--connections=4'])
  t.equal(status, 0, stderr)
  const { places } = JSON.parse(stdout)
  t.match(places[0], { file: /server\.js$/, line: 10 }, 'the timer')
})

t.test('requests of sessions that were open before attach are counted', async function (t) {
  const code = `${server(PROTOCOLS.h2c).trimEnd().replace('process.env.PORT', '0')}.on('listening', function () { console.log(this.address().port) })`
  const { child, url } = await serve(t, { args: ['--inspect-port=0', 'server.js'], files: { 'server.js': code } })
  const client = http2.connect(url)
  t.teardown(() => client.destroy())
  const ask = () => client.destroyed || client.request({ ':path': '/' }).on('close', ask).on('error', () => {}).resume()
  ask()
  await once(client, 'connect')
  for (let i = 0; i < 2; i++) {
    const { status, stdout, stderr } = await hotPath(['attach', String(child.pid), 'cpu-profile', '--duration=1', '--json', '--no-open'])
    t.equal(status, 0, stderr)
    const { passed } = JSON.parse(stdout)
    t.ok(passed.requests > 20, `${passed.requests} requests of 5 ms in ${passed.seconds} s`)
  }
})

t.test('wrk loads HTTPS, and refuses HTTP/2', async function (t) {
  const { result, metrics } = await loaded(t, PROTOCOLS.https, { driver: 'wrk' })
  t.ok(metrics.requests >= result.requests && result.requests > 0)
  await t.rejects(loaded(t, PROTOCOLS.h2, { driver: 'wrk' }), { name: 'OperationalError', message: 'wrk does not support HTTP/2. Use --driver=built-in.' })
})
