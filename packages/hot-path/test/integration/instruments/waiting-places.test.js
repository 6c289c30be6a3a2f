'use strict'

// From the symptom to the source line, for each kind of wait.

const { once } = require('events')
const fs = require('fs')
const http = require('http')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const t = require('tap')
const { waiting } = require('../../../src/source/wait-lines')
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
    const [place] = waiting(await lookedAt(t, name, ['waits']), { connections: 20, connectionsTo: [] }, { readSource: () => null })
    const { line, isQueue } = marked(name)
    t.match(place, { file: path.join(PLACES, `${name}.js`), line }, place.why)
    t.equal(/a queue/.test(place.why), isQueue, place.why)
    if (name === 'waiting/asks-one-by-one') t.match(place.why, /GET http:\/\/127\.0\.0\.1:\d+\/stock\/:n.*one after another/)
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
