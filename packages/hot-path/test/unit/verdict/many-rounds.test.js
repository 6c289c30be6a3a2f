'use strict'

// A session may have a thousand rounds (--rounds=1000, --budget=3600s): the judgement takes linear time.

const t = require('tap')
const { page } = require('../../../src/comparison/page')
const { judgeClaim } = require('../../../src/verdict/claim-verdict')
const { judgeGate } = require('../../../src/verdict/gate-verdict')
const { overFirst } = require('../../../src/verdict/ratios')
const { comparison } = require('../../support/comparison')

const ROUNDS = 1000
const ASKED = { margin: 0.02, alarm: 0.1 }

const session = (rounds) => comparison({ baseline: { cpuUs: 30 }, candidate: { cpuUs: 33 } }, { rounds })

const judges = {
  gate: ({ samples, machine }) => judgeGate(samples, machine, ASKED),
  claim: ({ samples, machine }) =>
    judgeClaim({ id: 'a', text: '', metric: 'latencyMs.p99', subject: 'baseline', over: 'candidate', most: 1 }, samples, machine),
  comparison: ({ subjects, ...session }) => overFirst(subjects, session),
  page
}

/** Counts the property reads of the samples during a judgement. */
function looks (judge, rounds) {
  let count = 0
  const get = (sample, name) => {
    count++
    return sample[name]
  }
  const whole = session(rounds)
  judge({ ...whole, samples: whole.samples.map((sample) => new Proxy(sample, { get })) })
  return count
}

for (const [name, judge] of Object.entries(judges)) {
  t.test(`${name}: a thousand rounds are judged in linear time`, async function (t) {
    judge(session(ROUNDS))
    const [half, whole] = [200, 400].map((rounds) => looks(judge, rounds))
    t.ok(whole < 2.1 * half, `${half} looks at 200 rounds, ${whole} at 400`)
  })
}
