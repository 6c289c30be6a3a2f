'use strict'

// From the symptom to the source line, for each kind of wait.

const { once } = require('events')
const fs = require('fs')
const http = require('http')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const t = require('tap')
const { waiting } = require('../../../src/source/wait-lines')
const { readSource } = require('../../../src/source/source')
const { summarise } = require('../../../src/source/waits')
const { start } = require('../../../src/process/subject')
const { PLACES, lookedAt, marked } = require('../../support/marked-places')

const PROBE = require.resolve('../../../src/agent/probes/request-waits')

for (const name of [
  'waiting/waits-for-a-lock',
  'waiting/sleeps-between-retries',
  'waiting/has-two-sockets',
  'waiting/waits-inside-middleware',
  'waiting/asks-one-by-one',
  'thread-pool/compresses',
  'waiting/loses-its-context'
]) {
  t.test(`waits names the line at which requests wait: ${name}`, async function (t) {
    const looks = await lookedAt(t, name, ['waits'], { durationSeconds: 4 }) // beside other tests
    const [place] = waiting(looks, { connections: 20, connectionsTo: [] }, { readSource: () => null })
    const { line, isQueue } = marked(name)
    t.match(place, { file: path.join(PLACES, `${name}.js`), line }, place.why)
    t.equal(/a queue/.test(place.why), isQueue, place.why)
    if (name === 'waiting/asks-one-by-one') t.match(place.why, /GET http:\/\/127\.0\.0\.1:\d+\/stock\/:n.*one after another/)
  })
}

// Two places. Requests that have one wait for another, and the others wait for them.
const POOL = `exports.createPool = function (free) {
  const queue = []
  const next = () => { while (free > 0 && queue.length > 0) { free--; queue.shift()() } }
  const acquire = () => new Promise((resolve) => { queue.push(resolve); next() })
  const release = () => { free++; next() }
  return { acquire, release, limit: async (run) => { await acquire(); try { return await run() } finally { release() } } }
}`
const HELD = {
  'a pool': 'await pool.acquire(); await begun(); await pool.acquire()',
  'a limit': 'await pool.limit(async () => { await begun(); await pool.limit(() => {}) })'
}

for (const [what, code] of Object.entries(HELD)) {
  t.test(`waits names the line that waits for what its request holds: ${what}`, async function (t) {
    const folder = t.testdir({
      node_modules: { 'small-pool': { 'index.js': POOL } },
      'server.js': `const pool = require('small-pool').createPool(2)
const { once, EventEmitter } = require('events')
const told = new EventEmitter()
let holding = 0
const begun = async () => { if (++holding < 2) await once(told, 'all hold'); else told.emit('all hold') }
require('http').createServer(async (req, res) => {
  if (req.url === '/ping') { if (holding < 2) await once(told, 'all hold'); setImmediate(() => res.end()); return }
  ${code.replaceAll('; ', '\n  ').replace('{ ', '{\n').replace(' }', '\n }')}
}).listen(process.env.PORT, '127.0.0.1')
`
    })
    const entry = path.join(folder, 'server.js')
    const running = await start({ id: 'held', title: what, entry, file: entry, path: '/' }, { directory: folder, processMetrics: true })
    t.teardown(() => running.kill())
    await running.probe(PROBE, 'begin', 'every')
    const address = { ...running.address, agent: false }
    const clients = Array.from({ length: 6 }, () => http.get({ ...address, path: '/' }).on('error', () => {}))
    await once((await once(http.get({ ...address, path: '/ping' }), 'response'))[0].resume(), 'end')
    const waits = await running.probe(PROBE, 'end')
    for (const client of clients) client.destroy()
    const [place] = waiting({ waits }, { connections: 6, connectionsTo: [], refusedShare: 0 }, { readSource })
    const lines = fs.readFileSync(entry, 'utf8').split('\n')
    const [outer, inner] = lines.flatMap((line, i) => (/acquire|limit/.test(line) ? [i + 1] : []))
    t.match(place, { line: inner, why: 'waits for small-pool' })
    t.match(place.why, `holds what it got at server.js:${outer}`)
  })
}

// The clients disconnect early. That ends no wait, and the timer that fires later belongs to no request.
const LATE = {
  'a timer that is awaited': { kind: 'timer', code: "await require('timers/promises').setTimeout(12_000)" },
  'a callback of a timer': { kind: 'timer', code: 'await new Promise((resolve) => setTimeout(resolve, 400))' },
  'another server': { kind: 'network', code: 'await (await fetch(silent)).text()' }
}
const WAITED_MS = 200

for (const [what, { kind, code }] of Object.entries(LATE)) {
  t.test(`waits of abandoned requests are reported: ${what}`, async function (t) {
    const folder = t.testdir()
    const entry = path.join(folder, 'late.js')
    fs.writeFileSync(entry, `let silent
require('net').createServer(() => {}).listen(0, '127.0.0.1', function () { silent = 'http://127.0.0.1:' + this.address().port + '/stock' }).unref()
require('http').createServer(async (req, res) => {
  if (req.url === '/late') ${code}
  res.end('{}')
}).listen(process.env.PORT, '127.0.0.1')
`)
    const running = await start({ id: 'late', title: what, entry, file: entry, path: '/' }, { directory: folder, processMetrics: true })
    t.teardown(() => running.kill())
    const address = { ...running.address, agent: false }
    const answered = async () => once((await once(http.get({ ...address, path: '/' }), 'response'))[0].resume(), 'end')
    await answered()
    await running.probe(PROBE, 'begin')
    const late = http.get({ ...address, path: '/late' })
    await answered()
    await wait(WAITED_MS) // the duration of the wait itself
    late.on('error', () => {}).destroy()
    await answered()
    await wait(2 * WAITED_MS) // one of the timers fires
    const { places, ...waits } = summarise(await running.probe(PROBE, 'end'))
    t.match(places, [{ frame: { file: entry, line: 4 }, kind }])
    t.equal(places.length, 1)
    t.equal(waits.unfinished, 1)
    // Apart from running time and loop delay: Node loads its client at the first fetch, which takes some 20 ms.
    const share = waits.kinds[kind] / (1 - waits.runningShare - waits.loopDelayShare)
    t.ok(share > 0.95 && share < 1.01, JSON.stringify(waits))
  })
}
