'use strict'

// The frameworks lab: the contract and the arithmetic. No timing is measured.

const { spawn } = require('child_process')
const { once } = require('events')
const http = require('http')
const net = require('net')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const t = require('tap')
const { assertAnswers } = require('../../../labs/frameworks/lib/contract')
const { page } = require('../../../labs/frameworks/lib/page')
const { startProgram } = require('../../../labs/frameworks/lib/program')
const { asSubjects, summaryOf } = require('../../../labs/frameworks/lib/summary')
const { fromPs, usageBelow, usageOf } = require('hot-path/testing')
const contestants = require('../../../labs/frameworks/catalog')
const contract = require('../../../labs/frameworks/contract')
const { benchmark } = require('../../support/benchmark')
const { ROOT, left, processes } = require('../../support/helper')

// The other contestants need packages of their own: see test/performance/labs/frameworks.test.js.
const PLAIN = ['node', 'node-tuned']

/** Starts a contestant and stops it at the end of the test. */
async function run (t, id, mode = 'single') {
  const running = await startProgram(
    { id, ...contestants.find((contestant) => contestant.id === id)[mode] },
    t.testdir()
  )
  t.teardown(() => running.stop())
  return running
}

for (const id of PLAIN) {
  t.test(`${id} keeps the contract`, async function (t) {
    for (const mode of ['single', 'clustered']) {
      const { address } = await run(t, id, mode)
      await assertAnswers(address, contract)
    }
  })

  t.test(`${id} keeps serving after malformed and unusual requests`, async function (t) {
    const running = await run(t, id)
    const { port } = running.address
    const strange = [
      'GET /bench/%zz?id=1',
      'GET /bench/?id=1',
      'GET /bench/x',
      'GET /bench/x?',
      'GET //',
      'GET *',
      'HEAD /bench/x?id=1',
      'POST /bench/x?id=1',
      'GET http://',
      'GET /bench/x?id=%'
    ]
    for (const line of strange) {
      const socket = net.connect(port, '127.0.0.1')
      socket.end(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      const [answer] = await once(socket.setEncoding('utf8'), 'data')
      t.match(answer, /^HTTP\/1\.1 \d{3} /, line)
      if (line.startsWith('HEAD')) t.match(answer, /\r\n\r\n$/, 'no body')
      socket.destroy()
    }
    await running.whileAlive(assertAnswers(running.address, contract))
  })
}

t.test('node-tuned answers pipelined requests in order, and handles a client that does not read', async function (t) {
  const running = await run(t, 'node-tuned')
  const asks = (from, to) =>
    Array.from({ length: to - from }, (_, i) => `GET /bench/x?id=${from + i} HTTP/1.1\r\nHost: x\r\n\r\n`).join('')
  const patient = net.connect(running.address.port, '127.0.0.1')
  patient.write(asks(0, 100))
  let text = ''
  patient.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  while (!text.includes('"99"}')) await once(patient, 'data')
  t.same(
    [...text.matchAll(/"id":"(\d+)"/g)].map(([, id]) => Number(id)),
    Array.from({ length: 100 }, (_, i) => i)
  )
  patient.destroy()

  const greedy = net.connect(running.address.port, '127.0.0.1').pause()
  t.teardown(() => greedy.destroy())
  greedy.write(asks(0, 1000).repeat(500)) // 20 MB, and 90 MB of answers
  for (let last = -1; last < greedy.bytesWritten - greedy.writableLength; await wait(200)) {
    last = greedy.bytesWritten - greedy.writableLength
  }
  await running.whileAlive(assertAnswers(running.address, contract))
  t.ok(running.usage().rssBytes < 15e7, 'Node stops reading requests if their responses are not read')
})

/** Starts a server that follows the contract except for one change. */
async function almost (t, change) {
  const server = http
    .createServer(function (req, res) {
      const known = contract.asks.find((ask) => ask.path === req.url)
      const answer = {
        status: known ? 200 : 404,
        body: known?.body ?? '',
        headers: { ...contract.headers, 'content-length': Buffer.byteLength(known?.body ?? '') }
      }
      change(answer, res)
      res.writeHead(answer.status, answer.headers).end(answer.body)
    })
    .listen(0, '127.0.0.1')
  t.teardown(() => server.close().closeAllConnections())
  await once(server, 'listening')
  return { host: '127.0.0.1', port: server.address().port }
}

const BREACHES = {
  'the status is 500, not 200': (answer) => {
    if (answer.status === 200) answer.status = 500
  },
  'the body is .*, not ': (answer) => {
    answer.body = answer.body.replace('10', '12')
  },
  'the header x-powered-by is Nobody, and should be benchmark': (answer) => {
    answer.headers['x-powered-by'] = 'Nobody'
  },
  'the header server is fast, and should be absent': (answer) => {
    answer.headers.Server = 'fast'
  },
  'the header keep-alive is missing, and should be timeout=5': (answer) => {
    delete answer.headers['keep-alive']
  },
  'the Date header is missing': (_, res) => {
    res.sendDate = false
  },
  'it answers 200, not 400 or above': (answer) => {
    answer.status = 200
  }
}
for (const [message, change] of Object.entries(BREACHES)) {
  t.test(`a breach of the contract is reported: ${message}`, async function (t) {
    await t.rejects(assertAnswers(await almost(t, change), contract), {
      name: 'OperationalError',
      message: new RegExp(message)
    })
  })
}

t.test('a server that keeps the contract passes', async (t) => assertAnswers(await almost(t, () => {}), contract))

t.test('a program that ends early or does not exist fails with a one-line error', async function (t) {
  const directory = t.testdir()
  const start = (...command) => startProgram({ id: 'x', command }, directory)
  await t.rejects(start('no-such-program'), /x ended unexpectedly\. It printed:\n\| .*ENOENT/)
  await t.rejects(start(process.execPath, '-e', 'console.log("not today")'), /It printed:\n\| not today/)
})

t.test('the usage of a program includes all its descendants', async function (t) {
  const own = usageOf(process.pid)
  t.ok(own.cpuMs > 0 && own.rssBytes > 2e7)
  t.equal(usageOf(2 ** 30), null)
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log()'], {
    stdio: ['pipe', 'pipe', 'ignore']
  })
  t.teardown(() => child.kill())
  await once(child.stdout, 'data')
  t.equal(usageBelow(child.pid).processes, 0)
  t.ok(usageBelow(process.pid).rssBytes > 2e7)

  const row = (pid, parent, cpuMs) => ({ pid, parent, cpuMs, rssBytes: 1000 })
  t.same(fromPs(2, [row(1, 0, 5), row(2, 1, 10), row(3, 2, 20), row(4, 3, 40), row(5, 1, 80)]), {
    processes: 3,
    cpuMs: 70,
    rssBytes: 3000
  })
})

t.test('a program leaves no processes behind if its owner is killed', async function (t) {
  const script = `require(${JSON.stringify(path.join(ROOT, 'labs/frameworks/lib/program'))}).startProgram({ id: 'x', ...require(${JSON.stringify(path.join(ROOT, 'labs/frameworks/catalog'))}).find(({ id }) => id === 'node').clustered }, ${JSON.stringify(t.testdir())}).then(({ address }) => console.log(address.port))`
  const owner = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = await once(owner.stdout.setEncoding('utf8'), 'data')
  const isMine = (args) => args.includes(path.join(ROOT, 'labs/frameworks/clustered.js'))
  t.ok(processes(isMine).length >= 3, `a supervisor, a primary, and workers on port ${port.trim()}`)
  owner.kill('SIGKILL')
  t.same(await left(isMine), [])
})

t.test('the summary names each bottleneck, and the page shows limited figures as bounds', async function (t) {
  const record = benchmark({
    fast: { cpuUs: 5, generatorUtilization: 1, loopUtilization: 0.7 },
    full: { cpuUs: 10 },
    crowded: { cpuUs: 10, loopUtilization: 0.9, serverCpuShare: 1.4, generatorCpuShare: 0.6 },
    disturbed: { cpuUs: 10, loopUtilization: 0.6, othersShare: 0.4 },
    lazy: { cpuUs: 10, loopUtilization: 0.5 },
    dark: { cpuUs: 10, loopUtilization: 0.5, generatorUtilization: NaN },
    untold: { cpuUs: 10, non2xx: NaN },
    refusing: { cpuUs: 7, non2xx: 5 },
    failing: { cpuUs: 7, errors: 3 },
    broken: { failure: 'It violates the contract. At /: the status is 500, not 200.' }
  })
  t.same(
    summaryOf(record, 'single')
      .map(({ bottleneck }) => bottleneck)
      .slice(0, 9),
    ['generator', 'server', 'host', 'host', 'none', 'unknown', 'server', 'errors', 'errors']
  )
  const html = page(record)
  t.match(html, /≥ 200,000/)
  t.notMatch(html, /142,857/, 'what refused has no figure')
  t.match(html, /5 of \S+ responses of refusing had/)
  t.match(html, /3 requests to failing got no answer/)
  t.match(html, /<li>broken, single, was not measured\. It violates the contract\./)
  t.equal(html.match(/<figure>/g).length, 12, 'six for each mode')
  t.notMatch(html, /NaN|undefined/)
})

t.test('a contestant that cannot sustain the rate has no latency; late requests are reported', async function (t) {
  const steady = {
    errors: 0,
    non2xx: 0,
    expected: 0,
    requests: 100,
    latencyMs: { mean: 1, p50: 1, p90: 1, p99: 2, max: 3 }
  }
  const html = page(
    benchmark({
      slow: { cpuUs: 900, steady: { ...steady, requestsPerSecond: 1100, lateMs: 0 } },
      late: { cpuUs: 9, steady: { ...steady, requestsPerSecond: 2000, lateMs: 19 } }
    })
  )
  t.match(html, /<td>overloaded</)
  t.match(html, /sent more than 10 ms late: late; late, clustered\./)
})

t.test('the page says so if every contestant fails', async function (t) {
  const html = page(benchmark({ one: { failure: 'It ended.' } }))
  t.match(html, /No contestant could be measured/)
})

t.test('every claim of the lab names existing contestants, one threshold and a reason', async function (t) {
  const ids = contestants.map(({ id }) => id)
  for (const { id, text, subject, over, least, most, why } of require('../../../labs/frameworks/claims')) {
    t.ok(ids.includes(subject) && ids.includes(over), id)
    t.ok((least === undefined) !== (most === undefined), `${id} has one threshold`)
    t.ok(text.endsWith('.') && why.endsWith('.'), `${id} has a sentence and a reason`)
  }
})

t.test('each mode is a separate subject', async function (t) {
  const { samples } = benchmark({ one: { cpuUs: 10 } })
  t.same([...new Set(asSubjects(samples).map(({ subject }) => subject))], ['one', 'one, clustered'])
})
