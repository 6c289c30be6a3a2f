'use strict'

// Several claims of one session: the servers that are measured together, the confidence level of each claim, and the
// number of rounds.

const t = require('tap')
const { sessionsOf } = require('../../../src/cli/claims')
const { judgeClaim, judgeClaims, roundsFor } = require('../../../src/verdict/claim-verdict')
const { gateSamples } = require('../../support/noise')

const MACHINE = { cores: 2 }
const CPU = { text: '', metric: 'serverCpuUsPerRequest', subject: 'candidate', over: 'baseline' }
const EASY = { ...CPU, most: 10 }

const normal = (uniform) => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
const subject = (id, load) => ({ id, title: id, entry: id, file: id, path: '/', ...(load && { load }) })
const claim = (subject, over, more) => ({ id: `${subject}-${over}`, metric: 'rssBytes', subject, over, most: 1, ...more })

t.test('a session alternates two servers, and servers measured fresh join a session', async function (t) {
  const subjects = [subject('slow', { fresh: true }), subject('a'), subject('b'), subject('c')]
  const claims = [claim('a', undefined, { rounds: 9 }), claim('a', 'slow', { rounds: 3 }), claim('b', 'a', { rounds: 4 }), claim('c', 'a')]
  const sessions = sessionsOf(claims, subjects)
  t.same(sessions.map(({ subjects }) => subjects.map(({ id }) => id)), [['slow', 'a', 'b'], ['a', 'c']])
  t.same(sessions.map(({ roundsOf }) => roundsOf), [{ slow: 3, a: 9, b: 4 }, { c: 5, a: 5 }], 'five by default')
  t.same(sessionsOf(claims, subjects, 7)[0].roundsOf, { slow: 7, a: 7, b: 7 }, 'if the user requests seven')
})

t.test('a claim with two thresholds must meet both', async function (t) {
  const samples = gateSamples({ seed: 3, slowdown: 2 })
  const verdict = (least, most) => judgeClaim({ id: 'x', ...CPU, least, most }, samples, MACHINE).verdict
  t.equal(verdict(1.5, 3), 'holds')
  t.equal(verdict(2.5, 3), 'fails', 'too little')
  t.equal(verdict(1.1, 1.5), 'fails', 'too much')
  t.equal(verdict(1.5, 2), 'inconclusive')
})

// Holm, 1979: each claim is tested at alpha divided by the number of undecided claims.
t.test('decided claims relax the level for the others', async function (t) {
  const samples = gateSamples({ seed: 3, slowdown: 1.05, rounds: 8 })
  const levelOf = (alpha) => 1 - 2 * alpha
  const hard = { id: 'hard', ...CPU, least: 1 }
  const limit = [0.05, 0.0025].map((alpha) => judgeClaim(hard, samples, MACHINE, levelOf(alpha)).interval[0])
  const between = { ...hard, least: (limit[0] + limit[1]) / 2 } // decided at 5 %, but not at a twentieth of it
  const easy = Array.from({ length: 19 }, (_, i) => ({ id: `easy-${i}`, ...EASY }))
  const [last, ...others] = judgeClaims([between, ...easy], samples, MACHINE)
  t.match(last, { id: 'hard', verdict: 'holds' })
  t.ok(Math.abs(last.level - levelOf(0.05)) < 1e-12, 'the last one is judged as if it were alone')
  t.ok(others.every(({ verdict, level }) => verdict === 'holds' && Math.abs(level - levelOf(0.0025)) < 1e-12))
  const open = judgeClaims([between, { ...between, id: 'open', least: last.ratio }], samples, MACHINE)
  t.equal(open[1].verdict, 'inconclusive')
  t.same(judgeClaims([], samples, MACHINE), [])
})

t.test('in at most one of twenty sessions, a claim at its threshold is judged wrongly', async function (t) {
  const SESSIONS = 400
  let wrong = 0
  for (let seed = 1; seed <= SESSIONS; seed++) {
    // Five claims with independent noise, each of which is exactly at its threshold.
    const claims = Array.from({ length: 5 }, (_, i) => ({ id: `c${i}`, ...CPU, subject: `candidate${i}`, most: 1 }))
    const samples = claims.flatMap((_, i) =>
      gateSamples({ seed: 1000 * seed + i, rounds: 10, spread: 0.05, noise: normal })
        .map((sample) => ({ ...sample, subject: sample.subject === 'candidate' ? `candidate${i}` : `baseline${i}` }))
    )
    const judged = judgeClaims(claims.map((one, i) => ({ ...one, over: `baseline${i}` })), samples, MACHINE)
    if (judged.some(({ verdict }) => verdict === 'holds')) wrong++
  }
  t.ok(wrong <= 0.05 * SESSIONS + 2 * Math.sqrt(0.05 * 0.95 * SESSIONS), `${wrong} of ${SESSIONS}`)
  t.ok(wrong > 0, 'some claims are decided')
})

t.test('the calculated number of rounds decides a claim in 95 of 100 sessions', async function (t) {
  const session = (seed, rounds) => gateSamples({ seed, rounds, slowdown: 1.2, spread: 0.05, noise: normal })
  const one = { id: 'x', ...CPU, least: 1.1 }
  const rounds = roundsFor(one, session(1, 400), MACHINE, 20)
  t.ok(rounds > 5 && rounds < 30, `${rounds}`)
  const strictest = 1 - (2 * 0.05) / 20
  const decided = Array.from({ length: 300 }, (_, i) => judgeClaim(one, session(i + 2, rounds), MACHINE, strictest))
  const held = decided.filter(({ verdict }) => verdict === 'holds').length / decided.length
  t.ok(held > 0.9, `${held}`)
  t.equal(roundsFor({ ...one, least: 1.3 }, session(1, 400), MACHINE, 20), Infinity, 'the recorded value does not meet the threshold')
  t.equal(roundsFor({ ...one, least: undefined, most: 5 }, session(1, 400), MACHINE, 20), 3)
})

t.test('a figure that was measured in some rounds only is judged by these', async function (t) {
  const samples = gateSamples({ seed: 3, rounds: 12 }).map((sample) =>
    sample.round <= 4 ? { ...sample, retainedBytesPerRequest: 10 + sample.round } : sample
  )
  const kept = { id: 'x', text: '', metric: 'retainedBytesPerRequest', subject: 'candidate', most: 64 }
  t.match(judgeClaim(kept, samples, MACHINE), { verdict: 'holds', rounds: 4 })
})
