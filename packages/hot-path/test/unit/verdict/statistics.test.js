'use strict'

const t = require('tap')
const { centre, outliersIn, ratio } = require('../../../src/verdict/statistics')
const { studentQuantile } = require('../../../src/verdict/student-t')
const { heavyTailed, random } = require('../../support/noise')

// As in any table of the t distribution: two-sided, for 95, 99 and 99.9 %, by degrees of freedom.
const STUDENT = {
  1: [12.706, 63.657, 636.619],
  2: [4.303, 9.925, 31.599],
  3: [3.182, 5.841, 12.924],
  4: [2.776, 4.604, 8.61],
  5: [2.571, 4.032, 6.869],
  6: [2.447, 3.707, 5.959],
  7: [2.365, 3.499, 5.408],
  8: [2.306, 3.355, 5.041],
  9: [2.262, 3.25, 4.781],
  10: [2.228, 3.169, 4.587],
  11: [2.201, 3.106, 4.437],
  12: [2.179, 3.055, 4.318],
  13: [2.16, 3.012, 4.221],
  14: [2.145, 2.977, 4.14],
  15: [2.131, 2.947, 4.073],
  16: [2.12, 2.921, 4.015],
  17: [2.11, 2.898, 3.965],
  18: [2.101, 2.878, 3.922],
  19: [2.093, 2.861, 3.883],
  20: [2.086, 2.845, 3.85],
  21: [2.08, 2.831, 3.819],
  22: [2.074, 2.819, 3.792],
  23: [2.069, 2.807, 3.768],
  24: [2.064, 2.797, 3.745],
  25: [2.06, 2.787, 3.725],
  26: [2.056, 2.779, 3.707],
  27: [2.052, 2.771, 3.69],
  28: [2.048, 2.763, 3.674],
  29: [2.045, 2.756, 3.659],
  30: [2.042, 2.75, 3.646],
  60: [2.0, 2.66, 3.46],
  120: [1.98, 2.617, 3.373]
}

t.test("Student's quantiles match the published tables", async function (t) {
  for (const [degrees, values] of Object.entries(STUDENT)) {
    for (const [i, probability] of [0.975, 0.995, 0.9995].entries()) {
      const quantile = studentQuantile(probability, Number(degrees))
      t.ok(Math.abs(quantile - values[i]) <= 0.00051, `${degrees}, ${probability}: ${quantile}`)
    }
  }
  t.throws(() => studentQuantile(0.5, 3), RangeError)
  t.throws(() => studentQuantile(0.975, 0), RangeError)
  t.throws(() => studentQuantile(0.975, 2.5), RangeError)
})

t.test('a trimmed mean and its interval match a manual calculation', async function (t) {
  // Ten values: one is trimmed at each end. The mean of 2 to 9 is 5.5. Winsorised, they are 2 2 3 4 5 6 7 8 9 9: their
  // squared distances from 5.5 sum up to 66.5. The standard error is sqrt(66.5 / (8 * 7)), t with 7 degrees is 2.3646.
  const { estimate, low, high, count, degrees, standardError } = centre([10, 1, 9, 2, 8, 3, 7, 4, 6, 5], 0.95)
  t.same([estimate, count, degrees], [5.5, 10, 7])
  t.ok(Math.abs(standardError - 1.08972) < 1e-5, `${standardError}`)
  t.ok(Math.abs(low - 2.92322) < 1e-4 && Math.abs(high - 8.07678) < 1e-4, `${low} .. ${high}`)
})

t.test('the coverage of the interval matches its level, even with heavy tails', async function (t) {
  // With 1,000 tries, the observed coverage is in 19 of 20 cases within 1.5 points at 95 %, within 0.5 at 99.5 %.
  for (const [level, least] of [
    [0.95, 935],
    [0.995, 988]
  ]) {
    for (const count of [3, 4, 5, 6, 8, 12, 18, 40]) {
      let covered = 0
      for (let seed = 1; seed <= 1000; seed++) {
        const uniform = random(seed)
        const { low, high } = centre(
          Array.from({ length: count }, () => 3 + heavyTailed(uniform)),
          level
        )
        if (low <= 3 && high >= 3) covered++
      }
      t.ok(covered >= least, `${count} values at ${level}: ${covered} of 1000`)
    }
  }
})

t.test('one outlier hardly changes the estimate and the bounds', async function (t) {
  const calm = [1.01, 0.99, 1.02, 0.98, 1, 1.03, 0.97, 1.01, 0.99]
  for (const wild of [1000, -1000]) {
    const { estimate, low, high } = centre([...calm, wild], 0.99)
    t.ok(Math.abs(estimate - 1) < 0.02, `${estimate}`)
    t.ok(low > 0.95 && high < 1.05, `${low} .. ${high}`)
  }
})

t.test('outliers are found, and no other values', async function (t) {
  t.same(outliersIn([1.01, 0.99, 1.02, 3.1, 1, 1.03, 0.97]), [3])
  t.same(outliersIn([1.01, 0.99, 1.02, 0.98, 1, 1.03, 0.97]), [])
  t.same(outliersIn([5, 5, 5, 5, 5, 5, 5, 9]), [7], 'among equal ones, too')
  t.same(outliersIn([5, 5, 5, 5, 5]), [])
  t.same(outliersIn([1, 1, 9]), [], 'three values are too few for an outlier')
})

t.test('too few values have an estimate, but no bounds', async function (t) {
  t.match(centre([2], 0.95), { estimate: 2, low: -Infinity, high: Infinity })
  t.match(centre([1, 2], 0.95), { estimate: 1.5, low: -Infinity, high: Infinity })
  t.match(centre([1, 1, 1], 0.99), { low: 1, high: 1 }, 'three have bounds at every level')
})

t.test('three values have the wide interval of the textbook', async function (t) {
  // Mean 2, standard error 1 / sqrt(3).
  const { estimate, low, high } = centre([1, 2, 3], 0.95)
  t.equal(estimate, 2)
  t.ok(Math.abs(low + 0.484) < 0.001 && Math.abs(high - 4.484) < 0.001, `${low} .. ${high}`)
})

t.test('constant data and ties have a narrow interval, not a broken one', async function (t) {
  t.match(centre(Array(10).fill(5), 0.95), { estimate: 5, low: 5, high: 5, count: 10, standardError: 0 })
  const { estimate, low, high } = centre([1, 1, 1, 2, 2, 2, 1, 2], 0.95)
  t.equal(estimate, 1.5)
  t.ok(low > 0.8 && low < 1.5 && Math.abs(low + high - 3) < 1e-12, `${low} .. ${high}`)
})

t.test('a ratio is the inverse from the other side', async function (t) {
  const uniform = random(7)
  const one = Array.from({ length: 12 }, () => 2 + uniform())
  const other = Array.from({ length: 12 }, () => 1 + uniform())
  const there = ratio(one, other, 0.95)
  const back = ratio(other, one, 0.95)
  t.ok(Math.abs(there.estimate * back.estimate - 1) < 1e-12)
  t.ok(Math.abs(there.low * back.high - 1) < 1e-12)
})

t.test('invalid arguments are rejected', async function (t) {
  t.throws(() => centre([], 0.95), RangeError)
  t.throws(() => centre([1, NaN], 0.95), RangeError)
  t.throws(() => ratio([1], [0], 0.95), RangeError)
  t.throws(() => ratio([1, 2], [1], 0.95), RangeError)
})
