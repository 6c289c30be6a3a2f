'use strict'

// Whether the main load of a check-up may end early: on synthetic metrics of its first half.

const t = require('tap')
const { isEnough } = require('../../../src/checkup/early-end')
const { examination } = require('../../support/examination')

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed)
const half = (problem) => ({ ...examination({ noise: 0.05, seconds: 4, ...problem }), load: null, snapshots: [] })
const countOf = (problem, more = {}) =>
  SEEDS.filter((seed) => isEnough({ ...half({ ...problem, seed }), ...more })).length

const blocked = { blockedMs: 10, blockMs: 150 }
const waiting = { loop: 0.1, blockedMs: 0.1 }

t.test('a limit that is clear and does not change ends the load early', function (t) {
  t.ok(countOf(blocked) > 30, 'a blocked event loop')
  t.ok(countOf(waiting) > 30, 'waiting')
  t.ok(countOf({ ...waiting, waited: 0.3, others: 1.2 }) > 30, 'waiting for its own threads')
  t.ok(countOf({}) > 30, 'a saturated event loop')
  t.end()
})

t.test('a cost that clearly grows ends the load early', function (t) {
  t.ok(countOf({ growth: 2 }) > 30, 'as requests iterate over what accumulates')
  t.ok(countOf({ ...blocked, growth: 2 }) > 30, 'the same, blocked')
  t.ok(countOf({ growth: 1.4 }) > 30, 'twice the cost in the last third')
  t.equal(countOf({ growth: 2, user: 0.3, system: 0.1, waited: 0.5, otherPrograms: 1.2 }), 0, 'other programs')
  t.end()
})

t.test('half of a load is enough only if it is much', function (t) {
  t.equal(countOf({ ...waiting, seconds: 1.6 }), 0, 'less than two seconds')
  t.equal(countOf({ ...waiting, blockedMs: 100 }), 0, 'hardly a request')
  t.end()
})

t.test('whatever may still change does not', function (t) {
  t.equal(countOf({ growth: 1.2 }), 0, 'a cost that grows, but not clearly')
  t.equal(countOf({ ...blocked, growth: 1.2 }), 0, 'the same, blocked')
  t.equal(countOf({ loop: 0.7 }), 0, 'a limit that is not clear')
  t.equal(countOf({ user: 0.3, system: 0.1, waited: 0.5, otherPrograms: 1.2 }), 0, 'other programs')
  t.equal(countOf({ ...waiting, otherPrograms: 0.5 }), 0, 'other programs beside a server that waits')
  t.equal(countOf({ ...waiting, onePauseMs: 600 }), 0, 'a stall')
  const [idle, first, ...others] = half(waiting).readings
  const warm = { readings: [idle, { ...first, blocksMs: [600] }, ...others] }
  t.equal(countOf(waiting, warm), 0, 'a stall during the warm-up, which may come again')
  const quarters = (answersOf, refusedOf = () => 0) => ({
    outside: half(waiting).outside.map((one, i) => ({ ...one, answers: answersOf(i), refused: refusedOf(i) }))
  })
  t.equal(countOf(waiting, quarters((i) => 3000 - 150 * i)), 0, 'a rate that falls, as of a pool that leaks')
  t.equal(countOf(waiting, quarters(() => 3000, (i) => (i > 12 ? 600 : 0))), 0, 'error responses that begin')
  t.equal(countOf(waiting, quarters(() => 0)), 0, 'no answers')
  t.end()
})
