'use strict'

// Of all ports that a server opens, its own is measured, and the output names it.

const fs = require('fs')
const path = require('path')
const { text: textFrom } = require('stream/consumers')
const { setFlagsFromString } = require('v8')
const { runInNewContext } = require('vm')
const t = require('tap')
const { best } = require('../../../src/process/address')
const { exchange } = require('../../../src/process/exchange')
const { portFor } = require('../../../src/process/free-port')
const { start } = require('../../../src/process/subject')
const { toSubject } = require('../../../src/config/subjects')
const { formatPorts } = require('../../../src/report/ports')
const { hotPath } = require('../../support/helper')

const ANSWERS_WITHIN_MS = 20_000
const HELPERS = `
const http = require('http')
const net = require('net')
const { PORT, HOST } = process.env
const says = (text, status = 200) => http.createServer((req, res) => res.writeHead(req.url === '/' ? status : 404).end(text))
const metrics = (port) => says('metrics', 404).listen(port, HOST)
`

/** @returns {Promise<number>} a free port */
async function anyFree () {
  return (await portFor({})).port
}

/** Starts a server of a test, and requests the text of the measured port. */
async function measured (t, code, options = {}) {
  const folder = t.testdir({ 'server.js': HELPERS + code })
  const { anyPort, processMetrics, ...more } = options
  const running = await start(toSubject(path.join(folder, 'server.js'), more), { directory: folder, anyPort, processMetrics })
  t.teardown(() => running.kill())
  return { running, text: await textOf(running) }
}

async function textOf ({ address }) {
  return textFrom((await exchange(address, { path: '/' }, AbortSignal.timeout(ANSWERS_WITHIN_MS))).body)
}

const UPSTREAM = "const up = says('upstream').listen(0, HOST, () => http.createServer((req, res) => fetch('http://127.0.0.1:' + up.address().port).then(() => res.end('own'))).listen(PORT, HOST))"
const HANDS_ON = "const own = says('own').listen(0, HOST, () => net.createServer((socket) => socket.pipe(net.connect(own.address().port)).pipe(socket)).listen(PORT, HOST))"

const own = {
  'its metrics first, and its own 300 ms later': [
    "metrics(0); setTimeout(() => says('own').listen(PORT, HOST), 300)",
    2
  ],
  'its metrics first, which answer as well, and its own later': [
    "says('metrics').listen(0, HOST); setTimeout(() => says('own').listen(PORT, HOST), 300)",
    2
  ],
  'a port that is no HTTP first': [
    "net.createServer((socket) => socket.end('hi\\n')).listen(0, HOST, () => says('own').listen(PORT, HOST))",
    2
  ],
  'an upstream of its own first': [UPSTREAM, 2],
  'its own first, and others later': ["says('own').listen(PORT, HOST, () => metrics(0))", 2],
  'three ports': ["metrics(0).on('listening', () => says('own').listen(PORT, HOST, () => metrics(0)))", 3],
  'its own port with the host of an object': ["metrics(0); says('own').listen({ port: PORT, host: HOST })", 2],
  'the one that it was given, after it tried whether that is free': [
    "const probe = net.createServer().listen(PORT, HOST, () => probe.close(() => says('own').listen(PORT, HOST)))",
    1
  ],
  'the one that it was given, on IPv6 alone': ["says('own').listen({ port: PORT, host: '::', ipv6Only: true })", 1]
}
for (const [what, [code, count]] of Object.entries(own)) {
  t.test(`its own port is measured: a server that opens ${what}`, async function (t) {
    const { running, text } = await measured(t, code)
    t.equal(text, 'own')
    // The server may open other ports after its own, and reports each one when it opens.
    while (running.ports.opened.length < count) await new Promise((resolve) => setImmediate(resolve))
    t.match(running.ports, { measured: running.address.port, alike: false })
    t.equal(running.ports.opened.length, count)
  })
}

const counted = {
  'without those to an upstream of its own': UPSTREAM,
  'if another port in the process answers them': HANDS_ON
}
for (const [what, code] of Object.entries(counted)) {
  t.test(`requests on the measured port are counted ${what}`, async function (t) {
    const { running, text } = await measured(t, code, { processMetrics: true })
    t.equal(text, 'own')
    const before = await running.processMetrics()
    for (let i = 0; i < 5; i++) await textOf(running)
    t.equal((await running.processMetrics()).requests - before.requests, 5)
  })
}

const hardWired = {
  'beside metrics, which answer 404': ["metrics(FIRST); says('own').listen(SECOND, HOST)", false],
  'beside a port that is no HTTP': [
    "net.createServer((socket) => socket.end('hi\\n')).listen(FIRST, HOST); says('own').listen(SECOND, HOST)",
    false
  ],
  'beside a port that never answers': [
    "net.createServer(() => {}).listen(FIRST, HOST); says('own').listen(SECOND, HOST)",
    false
  ],
  'before another that answers as well': [
    "says('own').listen(FIRST, HOST, () => says('other').listen(SECOND, HOST))",
    true
  ]
}
for (const [what, [code, alike]] of Object.entries(hardWired)) {
  t.test(`a server with a hard-coded port ${what}: the port that answers is measured`, async function (t) {
    const [first, second] = [await anyFree(), await anyFree()]
    const text = code.replace('FIRST', first).replace('SECOND', second)
    const { running, text: answer } = await measured(t, text)
    t.equal(answer, 'own')
    t.equal(running.ports.alike, alike)
    t.same(running.ports.opened.toSorted(), [first, second].toSorted())
    await running.stop()

    const both = await Promise.all(
      [1, 2].map(() => start(running.subject, { directory: path.dirname(running.subject.entry), anyPort: true }))
    )
    t.teardown(() => Promise.all(both.map((one) => one.kill())))
    t.same(await Promise.all(both.map(textOf)), ['own', 'own'], 'also where two versions run at the same time')
    t.equal(new Set([first, second, ...both.flatMap(({ ports }) => ports.opened)]).size, 6, 'each has ports of its own')
  })
}

t.test('the assigned port is kept while other ports are moved', async function (t) {
  const fixed = await anyFree()
  const { running, text } = await measured(
    t,
    `says('metrics').listen(${fixed}, HOST, () => says(PORT).listen(PORT, HOST))`,
    { anyPort: true }
  )
  t.equal(text, String(running.address.port))
  t.notOk(running.ports.opened.includes(fixed))
})

t.test('a hard-coded port is probed once; the next start does not wait for others', async function (t) {
  const { running } = await measured(t, `says('own').listen(${await anyFree()}, HOST)`)
  await running.stop()
  // The server counts its requests: no probe was sent if the answer is the first.
  fs.writeFileSync(
    running.subject.entry,
    fs
      .readFileSync(running.subject.entry, 'utf8')
      .replace("says('own')", ';(n => http.createServer((req, res) => res.end(String(++n))))(0)')
  )
  const again = await start(running.subject, { directory: path.dirname(running.subject.entry) })
  t.teardown(() => again.kill())
  t.equal(await textOf(again), '1')
})

// Node collects a timeout within AbortSignal.any(), which then never ends (nodejs/node#57736).
t.test('a hard-coded port is found while garbage is collected, long before a start is given up', { timeout: 20_000 }, async function (t) {
  setFlagsFromString('--expose-gc')
  const collecting = setInterval(runInNewContext('gc'), 200)
  t.teardown(() => clearInterval(collecting))
  const { text } = await measured(t, `says('own').listen(${await anyFree()}, HOST)`)
  t.equal(text, 'own')
})

t.test('if the chosen port is taken, another one is tried, at most three times', async function (t) {
  const taken = (until) => `const tried = require('path').join(__dirname, 'tried')
    require('fs').appendFileSync(tried, PORT + ' ')
    const ports = require('fs').readFileSync(tried, 'utf8').trim().split(' ')
    if (ports.length <= ${until}) throw new Error('listen EADDRINUSE: address already in use 127.0.0.1:' + PORT)
    says(ports.join()).listen(PORT, HOST)`
  const tried = () => fs.readFileSync(path.join(t.testdirName, 'tried'), 'utf8').trim().split(' ')

  const { text, running } = await measured(t, taken(1))
  t.equal(text.split(',').length, 2)
  t.equal(new Set(text.split(',')).size, 2, 'another one')
  t.ok(text.endsWith(running.address.port))
  await t.rejects(measured(t, taken(9)), { name: 'OperationalError', message: /Its port is in use/ })
  t.equal(tried().length, 4)
  await t.rejects(measured(t, taken(9), { port: await anyFree() }), {
    name: 'OperationalError',
    message: /Its port is in use/
  })
  t.equal(tried().length, 1, 'what a person chose is tried once')
})

for (const said of ['Port PORT is taken. Stop the other server.', '[FATAL] address in use: 127.0.0.1:PORT']) {
  t.test(`a server's own message that its port is taken is recognised: ${said}`, async function (t) {
    const { text } = await measured(t, `const tried = require('path').join(__dirname, 'tried')
      if (require('fs').existsSync(tried)) says('own').listen(PORT, HOST)
      else {
        require('fs').writeFileSync(tried, '')
        console.error('${said}'.replace('PORT', PORT))
        process.exitCode = 2
      }`)
    t.equal(text, 'own')
  })
}

t.test('a server that cannot be measured is rejected with a one-line error', async function (t) {
  await t.rejects(
    measured(t, "require('tls').createServer({}).listen(PORT, HOST, () => metrics(0))"),
    { message: /speaks TLS/ },
    'and not its metrics instead'
  )
  await t.rejects(measured(t, "net.createServer((socket) => socket.end('hi\\n')).listen(0, HOST)"), {
    message: /speaks no HTTP/
  })
})

t.test('a server that listens in a worker thread is measured', async function (t) {
  const { text } = await measured(
    t,
    `const { Worker, isMainThread } = require('worker_threads')
    if (isMainThread) new Worker(__filename)
    else says('own').listen(PORT, HOST)`
  )
  t.equal(text, 'own')
})

t.test('the port with the best answer is chosen, the first one if several are alike', async function (t) {
  const asked = (...answers) => best(answers.map((answer, opened) => ({ opened, answer })))
  t.same(asked('other', 'silent', 'good'), { opened: 2, alike: false })
  t.same(asked('foreign', 'good', 'good'), { opened: 1, alike: true })
  t.same(asked('foreign', 'silent'), { opened: 1, alike: false })
  t.equal(asked('foreign'), null)
})

t.test('the output names the measured port, and how many there are', async function (t) {
  const seen = { file: 'server.js', address: '127.0.0.1:3000', ports: { measured: 3000, opened: [3000], alike: false } }
  t.same(formatPorts(seen), [])
  t.same(formatPorts({ ...seen, ports: { ...seen.ports, opened: [3000, 9090] } }), [
    'Measured 127.0.0.1:3000, of 2 ports that server.js opened (the other: 9090).'
  ])
  t.match(formatPorts({ ...seen, ports: { measured: 3000, opened: [3000, 9090, 7], alike: true } }), [
    /of 3 ports .*\(the others: 9090, 7\)\. .*To use another, set --port/
  ])

  const folder = t.testdir({
    'server.js': `${HELPERS}metrics(0); setTimeout(() => says('own').listen(PORT, HOST), 300)`
  })
  const { stdout, stderr } = await hotPath(['cpu-profile', 'server.js', '--duration=1', '--connections=1', '--no-open'], {
    cwd: folder
  })
  t.match(stdout, /^Measured 127\.0\.0\.1:\d+, of 2 ports that server\.js opened \(the other: \d+\)\.$/m, stderr)
})
