'use strict'

const t = require('tap')
const { estimate, spreadOf, wordOf } = require('../../../src/watch/estimate')
const { random } = require('../../support/noise')

// Box and Muller, 1958.
const normal = (draw) => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())

/** The logarithms of the ratios of some rounds, of a version that is `times` as fast. */
const roundsOf = (draw, times, count, deviation = 0.1) =>
  Array.from({ length: count }, () => Math.log(times) + deviation * normal(draw))

t.test('the interval narrows with each round, and has the ratio in it', async function (t) {
  const draw = random(1)
  const logs = roundsOf(draw, 1.3, 20)
  const widths = [1, 3, 10, 20].map(function (count) {
    const seen = logs.slice(0, count)
    const { low, high } = estimate(seen, spreadOf([seen]))
    return high / low
  })
  t.same(widths.toSorted((a, b) => b - a), widths)
  const { ratio, low, high } = estimate(logs, spreadOf([logs]))
  t.ok(low < 1.3 && high > 1.3 && ratio > 1.2 && ratio < 1.4)
})

t.test('of equal versions, about 1 % are called faster or slower; of those 40 % faster, nearly all', async function (t) {
  const draw = random(2)
  for (const [times, least, most] of [[1, 0, 0.03], [1.4, 0.85, 1]]) {
    const words = Array.from({ length: 1000 }, function () {
      const logs = roundsOf(draw, times, 4)
      return wordOf(estimate(logs, spreadOf([logs])))
    })
    const share = words.filter((word) => word !== 'no difference detected').length / words.length
    t.ok(share >= least && share <= most, `${times}: ${share}`)
  }
})

t.test('the spread of all versions counts: a noisy machine widens the interval of a new save', async function (t) {
  const draw = random(3)
  const [calm, noisy] = [0.05, 0.4].map((deviation) => roundsOf(draw, 1, 20, deviation))
  const save = [Math.log(1.2)]
  t.equal(wordOf(estimate(save, spreadOf([calm, save]))), 'faster')
  t.equal(wordOf(estimate(save, spreadOf([noisy, save]))), 'no difference detected')
})

t.test('two saves are compared with each other', async function (t) {
  const [one, other] = [[Math.log(2), Math.log(2)], [Math.log(4), Math.log(4)]]
  const { ratio } = estimate(other, spreadOf([one, other]), one)
  t.equal(Math.round(100 * ratio), 200)
})
