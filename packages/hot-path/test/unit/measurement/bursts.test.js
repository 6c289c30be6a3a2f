'use strict'

const t = require('tap')
const { burstsOf, inTurn } = require('../../../src/measurement/steady-state')

/** Returns the total duration of a sample's bursts in seconds, including the wait for the last answers of each. */
const whole = ({ count, burstSeconds }, answerSeconds) => count * (burstSeconds + answerSeconds)

t.test('a sample has the requested duration, within half a burst', async function (t) {
  for (const durationSeconds of [0.25, 0.9, 2]) {
    for (const answerSeconds of [0, 0.001, 0.01, 0.06]) {
      const bursts = burstsOf({ durationSeconds, answerSeconds })
      t.ok(
        Math.abs(whole(bursts, answerSeconds) - durationSeconds) <= (bursts.burstSeconds + answerSeconds) / 2 + 1e-9,
        `${answerSeconds} s in ${durationSeconds} s: ${JSON.stringify(bursts)}`
      )
    }
  }
})

t.test('bursts are short, but not shorter than the time of an answer', async function (t) {
  t.ok(burstsOf({ durationSeconds: 1, answerSeconds: 0.001 }).burstSeconds < 0.03)
  t.same(
    burstsOf({ durationSeconds: 0.5, answerSeconds: 1 }),
    { count: 1, burstSeconds: 2.5 },
    'not even where that takes longer'
  )
})

t.test(
  'a burst contains as many answers of a server that waits as of one that waits 10 % longer',
  async function (t) {
    for (const waitSeconds of [0.02, 0.1, 0.3]) {
      const { burstSeconds } = burstsOf({ durationSeconds: 1, answerSeconds: waitSeconds })
      const waves = [0.98, 1, 1.02, 1.1].map((factor) => Math.ceil(burstSeconds / (factor * waitSeconds)))
      t.equal(new Set(waves).size, 1, `${waves} waves of answers in ${burstSeconds} s`)
    }
  }
)

t.test('a load generator with a resolution of one second gets whole seconds, and no more of them', async function (t) {
  t.same(burstsOf({ durationSeconds: 0.9, answerSeconds: 0.01, wholeSeconds: 1 }), { count: 1, burstSeconds: 1 })
  t.same(burstsOf({ durationSeconds: 3, answerSeconds: 0.01, wholeSeconds: 1 }), { count: 3, burstSeconds: 1 })
  t.same(burstsOf({ durationSeconds: 1, answerSeconds: 0.5, wholeSeconds: 1 }), { count: 1, burstSeconds: 2 })
})

t.test('each server is first and last of a turn equally often', async function (t) {
  for (const count of [2, 3, 4, 7]) {
    const servers = Array.from({ length: count }, (_, i) => i)
    const turns = Array.from({ length: 2 * count }, (_, turn) => inTurn(servers, turn))
    for (const turn of turns) t.same([...turn].sort(), servers)
    t.same(turns.map((turn) => turn[0]).sort(), servers.flatMap((one) => [one, one]), 'first')
    t.same(turns.map((turn) => turn.at(-1)).sort(), servers.flatMap((one) => [one, one]), 'last')
  }
  t.same([0, 1, 2, 3].map((turn) => inTurn(['a', 'b'], turn).join('')), ['ab', 'ba', 'ba', 'ab'])
})
