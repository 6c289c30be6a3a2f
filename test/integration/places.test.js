'use strict'

// From the symptom to the line: servers whose place is marked in their source (`<- here`) are looked into under load.

const path = require('path')
const t = require('tap')
const { look, prepare } = require('hot-path/checkup/looks')
const { computing, keeping, refusing, waiting } = require('hot-path/checkup/places')
const { readSource } = require('hot-path/places/source')
const { FIXTURES, loaded } = require('../../packages/hot-path/test/support/loaded')

const PLACES = path.join(FIXTURES, 'places')
const SECONDS = 1

/** @returns {{ line: number, isQueue: boolean }} the place that is marked */
function marked (name) {
  const lines = readSource(path.join(PLACES, `${name}.js`)).split('\n')
  const line = lines.findIndex((text) => text.includes('<- here')) + 1
  return { line, isQueue: lines[line - 1].includes('<- here: a queue') }
}

/** What was seen of a server that has been under load for a while. */
async function lookedAt (t, name, wanted) {
  const { running, load } = await loaded(t, `places/${name}`, { connections: 30, seconds: SECONDS, prepare })
  const looks = await look(running, wanted, { durationSeconds: SECONDS, load })
  t.equal(looks.failed, null)
  const after = await load(SECONDS)
  t.same({ non2xx: after.non2xx, errors: after.errors }, { non2xx: name === 'refusing/throws' ? after.non2xx : 0, errors: 0 })
  return looks
}

for (const name of [
  'waiting/waits-for-a-pool',
  'waiting/waits-for-a-lock',
  'waiting/sleeps-between-retries',
  'waiting/has-two-sockets',
  'waiting/waits-inside-middleware',
  'waiting/asks-one-by-one',
  'thread-pool/compresses',
  'waiting/loses-its-context'
]) {
  t.test(`the line at which requests wait: ${name}`, async function (t) {
    const [place] = waiting(await lookedAt(t, name, ['waits']))
    const { line, isQueue } = marked(name)
    t.match(place, { file: path.join(PLACES, `${name}.js`), line }, place.why)
    t.equal(/a queue/.test(place.why), isQueue, place.why)
    if (name === 'waiting/asks-one-by-one') t.match(place.why, /GET http:\/\/127\.0\.0\.1:\d+\/stock\/:n.*one after another/)
  })
}

t.test('the function that computes, though V8 had put it into its caller', async function (t) {
  const [place] = computing(await lookedAt(t, 'event-loop/computes-in-a-small-function', ['cpu']), { readSource })
  t.match(place, { line: marked('event-loop/computes-in-a-small-function').line, function: 'score' })
})

t.test('the line that keeps, and in what', async function (t) {
  const [place] = keeping(await lookedAt(t, 'memory-growth/keeps-in-a-cache', ['retained', 'cpu']), { readSource })
  const { line } = marked('memory-growth/keeps-in-a-cache')
  t.match(place, { line, function: 'remember', why: /^cache \(a Map\) keeps 1 entry for each request/ })
})

t.test('the line that throws, and what is answered', async function (t) {
  const [place] = refusing(await lookedAt(t, 'refusing/throws', ['refusals']))
  t.match(place, { line: marked('refusing/throws').line, function: 'find', why: /throws "RangeError: no such row".*500/ })
})

t.test("a server's own AsyncLocalStorage, and its answers, are as they were", async function (t) {
  const { waits } = await lookedAt(t, 'logs-with-a-context', ['waits'])
  t.ok(waits.requests.length > 10)
  t.same(new Set(waits.requests.map(({ status }) => status)), new Set([200]))
})
