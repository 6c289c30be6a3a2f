'use strict'

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { appendHistory, chainOf, cumulated, readHistory, suspectedIn, toEntry } = require('../../../src/gate/history')

const ABOUT = { candidate: 'server.js', requests: '/' }
const ONE = { version: 1, date: '2026-11-27T10:00:00.000Z', name: 'server.js, /', verdict: 'holds', standardError: 0.015 }
/** Gates of neighbouring commits, c0 to c1 and so on. */
const gatesOf = (...ratios) => ratios.map((ratio, i) => ({ ...ONE, baseline: `c${i}`, candidate: `c${i + 1}`, ratio }))

t.test('five slowdowns of 2 % add up to one of 10 %, with its uncertainty', async function (t) {
  const last = cumulated(gatesOf(1.02, 1.02, 1.02, 1.02, 1.02)).at(-1)
  t.match(last, { since: 'c0', candidate: 'c5' })
  t.equal(last.ratio.toFixed(3), '1.104')
  t.same(last.interval.map((bound) => bound.toFixed(3)), ['1.034', '1.179'], 'standard error 0.015 × √5')
  t.match(suspectedIn(gatesOf(1.02, 1.02, 1.02, 1.02, 1.02)), { since: 'c0', gates: 5 })
})

t.test('what looks most like a slowdown is suspected, and not what was before', async function (t) {
  t.match(suspectedIn(gatesOf(1, 0.99, 1.01, 1.04, 1.05)), { since: 'c3', gates: 2 })
  t.equal(suspectedIn(gatesOf(1.02, 0.98, 1.01, 0.99)), null)
  t.equal(suspectedIn(gatesOf(1.3)), null, 'one gate decides for itself')
  t.equal(suspectedIn([]), null)
  t.equal(suspectedIn(gatesOf(0.9, 0.95, 0.9)), null, 'faster')
})

t.test('a slowdown that has been reported is not reported again', async function (t) {
  const reported = gatesOf(1.05, 1.05, 1.01, 1)
  reported[1].verdict = 'fails'
  t.equal(suspectedIn(reported), null)
})

t.test('a chain follows the commits, in the order of the gates', async function (t) {
  const [one, two, three] = gatesOf(1.01, 1.02, 1.03)
  const of = (entries) => chainOf(entries, { about: ABOUT }).map(({ baseline, candidate }) => `${baseline}-${candidate}`)
  t.same(of([one, two, three]), ['c0-c1', 'c1-c2', 'c2-c3'])
  t.same(of([one, three]), ['c2-c3'], 'a commit without a gate is a gap')
  t.same(of([one, two, { ...two, ratio: 1 }, three]), ['c0-c1', 'c1-c2', 'c2-c3'], 'a gate that was run again counts once')
  t.same(of([one, two, three, { ...one, candidate: 'c3' }]), ['c0-c3'], 'a direct comparison replaces what it spans')
  t.same(of([one, { ...two, name: 'other.js, /' }]), ['c0-c1'], 'another server has another history')
  t.same(of([{ ...one, baseline: 'c1' }]), ['c1-c1'], 'a commit compared with itself')
})

t.test('a gate without a ratio is kept, and does not count', async function (t) {
  const unknown = { ...ONE, baseline: 'c1', candidate: 'c2', verdict: 'invalid', ratio: null, standardError: null }
  const [one, , three] = gatesOf(1.02, 1, 1.02)
  t.same(cumulated([one, unknown, three]).map(({ candidate }) => candidate), ['c1', 'c3'])
  const gated = { about: ABOUT, result: { verdict: 'invalid', witnesses: { serverCpuUsPerRequest: { ratio: null, standardError: null } } } }
  t.match(toEntry(gated, { baseline: 'c1', candidate: 'c2', date: ONE.date }), unknown)
})

t.test('the file is read as it was written, and another one is refused by its line', async function (t) {
  const file = path.join(t.testdir(), 'history.jsonl')
  t.same(readHistory(file), [], 'there is none yet')
  const [one, two] = gatesOf(1.01, 1.02)
  appendHistory(file, [one])
  appendHistory(file, [two])
  t.same(readHistory(file), [one, two])
  for (const line of ['{"version":1}', 'hello', '[]', JSON.stringify({ ...one, ratio: -1 }), JSON.stringify({ ...one, version: 2 })]) {
    fs.writeFileSync(file, `${JSON.stringify(one)}\n${line}\n`)
    t.throws(() => readHistory(file), /history\.jsonl is not a history of gates: line 2 is/, line)
  }
})
