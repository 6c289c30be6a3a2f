'use strict'

const t = require('tap')
const { centre, ratio } = require('../../harness/statistics')
const { heavyTailed, random } = require('../noise')

t.test('the textbook example: depression scores before and after (Hollander and Wolfe, table 3.1)', async function (t) {
  const before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
  const after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
  const { estimate, low, high, count } = centre(before.map((value, i) => value - after[i]), 0.95)
  t.equal(count, 9)
  t.ok(Math.abs(estimate - 0.46) < 0.005, `estimate ${estimate}`)
  t.ok(Math.abs(low - 0.010) < 0.0005 && Math.abs(high - 0.786) < 0.0005, `interval ${low} .. ${high}`)
})

t.test('the interval covers the truth as often as it says, with heavy tails, too', async function (t) {
  for (const count of [3, 4, 5, 6, 8, 18, 40]) {
    let covered = 0
    for (let seed = 1; seed <= 1000; seed++) {
      const uniform = random(seed)
      const { low, high } = centre(Array.from({ length: count }, () => 3 + heavyTailed(uniform)), 0.95)
      if (low <= 3 && high >= 3) covered++
    }
    t.ok(covered >= 935, `${count} values: ${covered} of 1000`)
  }
})

t.test('one wild value does not move it', async function (t) {
  const calm = [1.01, 0.99, 1.02, 0.98, 1, 1.03, 0.97, 1.01, 0.99]
  const { estimate } = centre([...calm, 1000], 0.95)
  t.ok(Math.abs(estimate - 1) < 0.02, `${estimate}`)
})

t.test('too few values have an estimate, and no bounds', async function (t) {
  t.match(centre([2], 0.95), { estimate: 2, low: -Infinity, high: Infinity })
  t.match(centre([1, 2], 0.95), { estimate: 1.5, low: -Infinity, high: Infinity })
  t.match(centre([1, 1, 1, 1, 1], 0.99), { low: -Infinity })
  t.match(centre([1, 1, 1, 1, 1, 1], 0.95), { low: 1, high: 1 })
})

t.test('three values have the interval of the textbook, which is wide', async function (t) {
  // Mean 2, standard error 1 / sqrt(3).
  const { estimate, low, high } = centre([1, 2, 3], 0.95)
  t.equal(estimate, 2)
  t.ok(Math.abs(low + 0.484) < 0.001 && Math.abs(high - 4.484) < 0.001, `${low} .. ${high}`)
})

t.test('constant data and ties have a narrow interval, not a broken one', async function (t) {
  t.same(centre(Array(10).fill(5), 0.95), { estimate: 5, low: 5, high: 5, count: 10 })
  t.match(centre([1, 1, 1, 2, 2, 2, 1, 2], 0.95), { estimate: 1.5, low: 1, high: 2 })
})

t.test('a ratio is the same from both sides', async function (t) {
  const uniform = random(7)
  const one = Array.from({ length: 12 }, () => 2 + uniform())
  const other = Array.from({ length: 12 }, () => 1 + uniform())
  const there = ratio(one, other, 0.95)
  const back = ratio(other, one, 0.95)
  t.ok(Math.abs(there.estimate * back.estimate - 1) < 1e-12)
  t.ok(Math.abs(there.low * back.high - 1) < 1e-12)
})

t.test('nonsense is refused', async function (t) {
  t.throws(() => centre([], 0.95), RangeError)
  t.throws(() => centre([1, NaN], 0.95), RangeError)
  t.throws(() => ratio([1], [0], 0.95), RangeError)
  t.throws(() => ratio([1, 2], [1], 0.95), RangeError)
})
