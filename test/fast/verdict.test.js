'use strict'

// The judge on trial, with seeded synthetic noise. The real thing is in results/gate-study.json.

const t = require('tap')
const { judgeClaim, judgeGate } = require('../../harness/verdict')
const { gateSamples } = require('../noise')

const MACHINE = { cores: 2 }
const LIMITS = { margin: 0.02, alarm: 0.10 }
const SEEDS = Array.from({ length: 400 }, (_, i) => i + 1)

function verdicts (options) {
  const counts = { holds: 0, fails: 0, inconclusive: 0, invalid: 0 }
  for (const seed of SEEDS) counts[judgeGate(gateSamples({ seed, ...options }), MACHINE, LIMITS).verdict]++
  return counts
}

t.test('a server against itself never fails', async function (t) {
  const quiet = verdicts({})
  t.equal(quiet.fails, 0)
  t.ok(quiet.holds >= 0.95 * SEEDS.length, `${quiet.holds} hold`)
  t.equal(verdicts({ spread: 0.05 }).fails, 0, 'on a machine two and a half times as noisy')
})

t.test('a faster candidate never fails', async function (t) {
  t.match(verdicts({ slowdown: 0.9 }), { holds: SEEDS.length })
})

t.test('10 % is found nearly always, 5 % more often than not', async function (t) {
  t.ok(verdicts({ slowdown: 1.10 }).fails >= 0.95 * SEEDS.length)
  t.ok(verdicts({ slowdown: 1.05 }).fails >= 0.60 * SEEDS.length)
})

t.test('a slowdown beyond the alarm is never waved through, however noisy it is', async function (t) {
  for (const spread of [0.03, 0.1, 0.3]) t.ok(verdicts({ slowdown: 1.15, spread }).holds <= 0.025 * SEEDS.length, `${spread}`)
})

t.test('a machine that slows down while it measures changes nothing', async function (t) {
  const drift = (round, of) => 1 + 0.5 * round / of
  t.equal(verdicts({ drift }).fails, 0)
  t.ok(verdicts({ drift, slowdown: 1.10 }).fails >= 0.95 * SEEDS.length)
})

t.test('outliers in one round in ten change nothing', async function (t) {
  const spoil = ({ subject, serverCpuUsPerRequest }, round) =>
    round % 10 === 0 && subject === 'candidate' ? { serverCpuUsPerRequest: 3 * serverCpuUsPerRequest } : {}
  t.equal(verdicts({ spoil }).fails, 0)
})

t.test('a server that waits is seen by the second witness', async function (t) {
  const spoil = ({ subject, requestsPerSecond }) => subject === 'candidate' ? { requestsPerSecond: 0.8 * requestsPerSecond } : {}
  const { verdict, ratio } = judgeGate(gateSamples({ seed: 1, spoil }), MACHINE, LIMITS)
  t.equal(verdict, 'fails')
  t.ok(Math.abs(ratio - 1.25) < 0.03, `${ratio}`)
})

t.test('constant data is judged, not divided by zero', async function (t) {
  t.match(judgeGate(gateSamples({ seed: 1, spread: 0 }), MACHINE, LIMITS), { verdict: 'holds', ratio: 1, smallest: 1.02 })
  t.match(judgeGate(gateSamples({ seed: 1, spread: 0, slowdown: 1.03 }), MACHINE, LIMITS), { verdict: 'fails' })
})

t.test('too few rounds are invalid', async function (t) {
  for (const rounds of [0, 1, 2, 7]) t.equal(judgeGate(gateSamples({ seed: 1, rounds }), MACHINE, LIMITS).verdict, 'invalid')
})

const spoils = {
  'generator-bound': { generatorUtilization: 0.99, loopUtilization: 0.7 },
  errors: { errors: 3 },
  refusals: { non2xx: 10_000 },
  silence: { requests: 0, serverCpuUsPerRequest: NaN }
}

for (const [name, broken] of Object.entries(spoils)) {
  t.test(`${name} makes a gate invalid, and says what to do`, async function (t) {
    const { verdict, doubts } = judgeGate(gateSamples({ seed: 1, spoil: () => broken }), MACHINE, LIMITS)
    t.equal(verdict, 'invalid')
    const doubt = doubts.find((doubt) => doubt.name === name)
    t.ok(doubt.sentence && doubt.remedy)
  })
}

t.test('one bad round is left out', async function (t) {
  const spoil = (sample, round) => round === 4 ? { errors: 1 } : {}
  t.match(judgeGate(gateSamples({ seed: 1, spoil }), MACHINE, LIMITS), { verdict: 'holds', rounds: 17 })
})

t.test('a full machine is said, and does not spoil a ratio', async function (t) {
  const { verdict, doubts } = judgeGate(gateSamples({ seed: 1, spoil: () => ({ generatorCpuShare: 1 }) }), MACHINE, LIMITS)
  t.equal(verdict, 'holds')
  t.ok(doubts.some(({ name }) => name === 'host-bound'))
})

t.test('claims: ratios, single values, and what cannot be told', async function (t) {
  const samples = gateSamples({ seed: 3, slowdown: 2 })
  const claim = { id: 'x', metric: 'serverCpuUsPerRequest', subject: 'candidate', over: 'baseline' }
  t.match(judgeClaim({ ...claim, least: 1.9 }, samples, MACHINE), { verdict: 'holds', ratio: Number })
  t.match(judgeClaim({ ...claim, most: 1.9 }, samples, MACHINE), { verdict: 'fails' })
  t.match(judgeClaim({ ...claim, least: 2 }, samples, MACHINE), { verdict: 'inconclusive' })
  t.match(judgeClaim({ ...claim, over: undefined, least: 100 }, samples, MACHINE), { verdict: 'holds' })
  t.match(judgeClaim({ ...claim, least: 1 }, samples.slice(0, 4), MACHINE), { verdict: 'invalid', ratio: null }, 'two rounds')
  t.match(judgeClaim({ ...claim, least: 1 }, samples.slice(0, 6), MACHINE), { verdict: 'holds', rounds: 3 })
})

t.test('claims: a full load generator hides how fast a server is, never how slow', async function (t) {
  const full = (of) => ({ subject }) => subject === of ? { generatorUtilization: 1, loopUtilization: 0.7 } : {}
  const judge = (claim, of) => judgeClaim(
    { id: 'x', metric: 'requestsPerSecond', subject: 'baseline', over: 'candidate', ...claim }, gateSamples({ seed: 3, slowdown: 2, spoil: full(of) }), MACHINE
  ).verdict
  t.equal(judge({ least: 1.5 }, 'baseline'), 'holds', 'it is at least as fast as it was seen to be')
  t.equal(judge({ least: 3 }, 'baseline'), 'inconclusive', 'it may be faster')
  t.equal(judge({ most: 3 }, 'baseline'), 'invalid')
  t.equal(judge({ least: 1.5 }, 'candidate'), 'invalid', 'the other may be faster')
  t.equal(judge({ least: 0.1, metric: 'serverCpuUsPerRequest' }, 'baseline'), 'holds')
})

t.test('claims: a subject that takes part in some of the rounds only is judged by these', async function (t) {
  const samples = gateSamples({ seed: 3, slowdown: 2 }).filter(({ subject, round }) => subject !== 'candidate' || round <= 6)
  const claim = { id: 'x', metric: 'serverCpuUsPerRequest', subject: 'candidate', over: 'baseline', least: 1.5 }
  t.match(judgeClaim(claim, samples, MACHINE), { verdict: 'holds', rounds: 6 })
})
