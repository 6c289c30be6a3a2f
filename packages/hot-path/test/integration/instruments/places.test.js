'use strict'

// From the symptom to the source line, once per instrument, on every version of Node (test/nodes.js). Other kinds of
// waits: waiting-places.test.js

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { keeping } = require('../../../src/source/heap/lines')
const { computing, refusing } = require('../../../src/source/locations')
const { waiting } = require('../../../src/source/wait-lines')
const { readSource } = require('../../../src/source/source')
const { PLACES, lookedAt, marked } = require('../../support/marked-places')

t.test('waits names the line at which requests wait', async function (t) {
  const name = 'waiting/waits-for-a-pool'
  const [place] = waiting(await lookedAt(t, name, ['waits']), { connections: 20, connectionsTo: [], refusedShare: 0 }, { readSource: () => null })
  const { line } = marked(name)
  t.match(place, { file: path.join(PLACES, `${name}.js`), line, why: /a queue/ })
})

t.test('cpu names the function that computes, even if V8 has inlined it', async function (t) {
  const [place] = computing(await lookedAt(t, 'event-loop/computes-in-a-small-function', ['cpu']), { readSource })
  t.match(place, { line: marked('event-loop/computes-in-a-small-function').line, function: 'score' })
})

t.test('cpu counts the calls of the function per request', async function (t) {
  const name = path.resolve(__dirname, '../../fixtures/n-plus-1')
  const [place] = computing(await lookedAt(t, name, ['cpu']), { readSource })
  t.match(place, { function: 'booksOf', line: marked(name).line, why: 'booksOf is called 40 times per request' })
})

t.test('retained names the line that retains memory, and the collection', async function (t) {
  // A slow machine serves so few requests in a second that the cache is less than half of the added memory.
  const looks = await lookedAt(t, 'memory-growth/keeps-in-a-cache', ['retained', 'cpu'], { durationSeconds: 10 })
  const [place] = keeping(looks, { readSource })
  const { line } = marked('memory-growth/keeps-in-a-cache')
  t.match(place, { line, function: 'remember', why: /^cache \(a Map\) retains 1 entry per request; cache is declared at \S+:5(; .*)?$/ })
})

t.test('refusals names the line that throws, and the status of the answer', async function (t) {
  const [place] = refusing(await lookedAt(t, 'refusing/throws', ['refusals']), { readSource: () => null })
  t.match(place, { line: marked('refusing/throws').line, function: 'find', why: /throws "RangeError: no such row".*500/ })
})

t.test('an exception that is thrown again is located where it was thrown first', async function (t) {
  const name = path.resolve(__dirname, '../../fixtures/throws-again')
  const isKnown = /\n/.test(await fs.promises.readFile('/nowhere').catch(({ stack }) => stack))
  const ofFile = isKnown ? '<- the promise of a call is rejected' : '<- thrown again'
  for (const [url, mark] of [['/', '<- here'], ['/file', ofFile]]) {
    const [place] = refusing(await lookedAt(t, name, ['refusals'], { urlPath: url }), { readSource: () => null })
    t.match(place, { line: marked(name, mark).line, why: /^throws ".*500/ })
  }
})

t.test("waits leaves a server's AsyncLocalStorage and answers unchanged", async function (t) {
  const { waits } = await lookedAt(t, 'logs-with-a-context', ['waits'], { durationSeconds: 10 }) // beside other tests
  t.ok(waits.requests.length > 10)
  t.same(new Set(waits.requests.map(({ status }) => status)), new Set([200]))
})
