'use strict'

// The common judge of claims, comparisons and goals, and its validity warnings, with seeded synthetic noise.

const t = require('tap')
const { doubtTexts, doubtsAbout, doubtsOf, isAbout } = require('../../../src/verdict/validity')
const { levelOf } = require('../../../src/verdict/judge')
const { judgeClaim } = require('../../../src/verdict/claim-verdict')
const { gateSamples } = require('../../support/noise')

const MACHINE = { cores: 2 }
const FULL = { generatorUtilization: 0.99, loopUtilization: 0.7 }

t.test('claims: ratios, single values, and inconclusive ones are judged', async function (t) {
  const samples = gateSamples({ seed: 3, slowdown: 2 })
  const claim = { id: 'x', metric: 'serverCpuUsPerRequest', subject: 'candidate', over: 'baseline' }
  t.match(judgeClaim({ ...claim, least: 1.9 }, samples, MACHINE), { verdict: 'holds', ratio: Number })
  t.match(judgeClaim({ ...claim, most: 1.9 }, samples, MACHINE), { verdict: 'fails' })
  t.match(judgeClaim({ ...claim, least: 2 }, samples, MACHINE), { verdict: 'inconclusive' })
  t.match(judgeClaim({ ...claim, over: undefined, least: 100 }, samples, MACHINE), { verdict: 'holds' })
  t.match(
    judgeClaim({ ...claim, least: 1 }, samples.slice(0, 4), MACHINE),
    { verdict: 'inconclusive', reason: /^too few rounds: 2/ },
    'two rounds'
  )
  t.match(judgeClaim({ ...claim, least: 1 }, samples.slice(0, 6), MACHINE), { verdict: 'holds', rounds: 3 })
})

t.test('no bound of a rate is below zero, whatever the noise', async function (t) {
  const rates = [100, 20_000, 300, 15_000, 200, 9000]
  const spoil = (_, round) => ({ requestsPerSecond: rates[round - 1] })
  const samples = gateSamples({ seed: 3, rounds: rates.length, spoil })
  const claim = { id: 'x', metric: 'requestsPerSecond', subject: 'baseline', least: 4000 }
  t.match(judgeClaim(claim, samples, MACHINE), { verdict: 'inconclusive', interval: [0, Number] })
})

t.test('claims: a saturated load generator can hide that a server is fast, not that it is slow', async function (t) {
  const full =
    (of) =>
      ({ subject }) =>
        subject === of ? { generatorUtilization: 1, loopUtilization: 0.7 } : {}
  const judge = (claim, of) =>
    judgeClaim(
      { id: 'x', metric: 'requestsPerSecond', subject: 'baseline', over: 'candidate', ...claim },
      gateSamples({ seed: 3, slowdown: 2, spoil: full(of) }),
      MACHINE
    ).verdict
  t.equal(judge({ least: 1.5 }, 'baseline'), 'holds', 'it is at least as fast as measured')
  t.equal(judge({ least: 3 }, 'baseline'), 'inconclusive', 'it may be faster')
  t.equal(judge({ most: 3 }, 'baseline'), 'inconclusive')
  t.equal(judge({ least: 1.5 }, 'candidate'), 'inconclusive', 'the other may be faster')
  t.equal(judge({ most: 1.5 }, 'baseline'), 'fails', 'it is not slower than that')
  t.equal(judge({ over: undefined, least: 100 }, 'baseline'), 'holds')
  t.equal(judge({ over: undefined, most: 1e6 }, 'baseline'), 'inconclusive', 'its maximum was not measured')
  t.equal(judge({ least: 0.1, metric: 'serverCpuUsPerRequest' }, 'baseline'), 'holds')
})

t.test('claims: a subject that takes part in some rounds only is judged by these', async function (t) {
  const samples = gateSamples({ seed: 3, slowdown: 2 }).filter(
    ({ subject, round }) => subject !== 'candidate' || round <= 6
  )
  const claim = { id: 'x', metric: 'serverCpuUsPerRequest', subject: 'candidate', over: 'baseline', least: 1.5 }
  t.match(judgeClaim(claim, samples, MACHINE), { verdict: 'holds', rounds: 6 })
})

t.test('no round is excluded for being fast if the load generator was saturated in some rounds', async function (t) {
  const spoil = (sample, round) => (round <= 4 ? FULL : {})
  const claim = { id: 'x', metric: 'requestsPerSecond', subject: 'baseline', over: 'candidate', least: 1.5 }
  t.match(judgeClaim(claim, gateSamples({ seed: 3, slowdown: 2, spoil }), MACHINE), {
    verdict: 'holds',
    rounds: 18,
    bound: ''
  })
})

t.test('on a saturated machine, the measured difference in latency or throughput is a minimum', async function (t) {
  const spoil = ({ subject }) => ({ generatorCpuShare: 1, latencyMs: { p99: subject === 'candidate' ? 1 : 10 } })
  const samples = gateSamples({ seed: 3, slowdown: 0.5, spoil })
  const claim = { id: 'x', subject: 'candidate', over: 'baseline' }
  t.match(judgeClaim({ ...claim, metric: 'latencyMs.p99', most: 0.2 }, samples, MACHINE), {
    verdict: 'holds',
    bound: '≤ ',
    interval: [0, Number]
  })
  t.match(judgeClaim({ ...claim, metric: 'latencyMs.p99', least: 0.05 }, samples, MACHINE), { verdict: 'inconclusive' })
  t.match(judgeClaim({ ...claim, metric: 'requestsPerSecond', least: 1.5 }, samples, MACHINE), {
    verdict: 'holds',
    bound: '≥ ',
    interval: [Number, Infinity]
  })
  t.match(judgeClaim({ ...claim, metric: 'serverCpuUsPerRequest', most: 0.7 }, samples, MACHINE), {
    verdict: 'holds',
    bound: ''
  })
})

t.test('with more claims in a session, each interval is wider', async function (t) {
  const samples = gateSamples({ seed: 3 })
  const width = (claims) => {
    const {
      interval: [low, high],
      level
    } = judgeClaim(
      { id: 'x', metric: 'serverCpuUsPerRequest', subject: 'candidate', over: 'baseline' },
      samples,
      MACHINE,
      levelOf(claims)
    )
    t.ok(Math.abs(claims * (1 - level) - 0.05) < 1e-12, 'simultaneous error of at most one in twenty sessions')
    return high / low
  }
  t.ok(width(20) > 1.2 ** 0.1 * width(1))
})

const closed = {
  subject: 'a',
  round: 1,
  driver: 'built-in',
  connections: 100,
  requests: 1000,
  non2xx: 0,
  expected: 0,
  errors: 0,
  requestsPerSecond: 1000
}
const namesOf = (sample) => doubtsOf({ ...closed, ...sample }, MACHINE).map(({ name }) => name)

t.test("Little's law: latencies that are inconsistent with the throughput are invalid", async function (t) {
  t.same(namesOf({ latencyMs: { mean: 100 } }), [])
  t.same(namesOf({ latencyMs: { mean: 11 } }), ['littles-law'], 'cut off with the burst')
  t.same(namesOf({ latencyMs: { mean: 220 } }), ['littles-law'], 'corrected by the driver')
  t.same(namesOf({ latencyMs: { mean: 11 }, lateMs: 0.5 }), [], "a constant rate does not obey Little's law of a closed loop")
  t.same(namesOf({ latencyMs: { mean: 50 }, lostWorkers: 1 }), ['lost-workers'], 'one warning for one cause')
  t.same(namesOf({}), [], 'without a mean there is nothing to check')
  t.same(namesOf({ latencyMs: { mean: null } }), [], 'in a saved session, NaN is null')
  const samples = gateSamples({
    seed: 1,
    spoil: ({ requestsPerSecond }) => ({ latencyMs: { mean: 500 / requestsPerSecond, p99: 1 } })
  })
  const claim = { id: 'x', subject: 'candidate', over: 'baseline' }
  t.match(judgeClaim({ ...claim, metric: 'latencyMs.p99', most: 2 }, samples, MACHINE), {
    verdict: 'invalid',
    reason: /18 of 18 rounds .*littles-law/
  })
  t.match(
    judgeClaim({ ...claim, metric: 'requestsPerSecond', most: 2 }, samples, MACHINE),
    { verdict: 'holds' },
    'the throughput is valid'
  )
})

t.test('an open loop that sends late gives no valid latency', async function (t) {
  t.same(namesOf({ lateMs: 1.9, latencyMs: { p99: 2 } }), [], 'the resolution of a timer is one millisecond')
  t.same(namesOf({ lateMs: 4, latencyMs: { p99: 8 } }), ['late'])
  t.same(namesOf({ lateMs: 4, latencyMs: { p99: 100 } }), [])
  t.same(namesOf({ lateMs: 12, latencyMs: { p99: 1000 } }), ['late'], 'then requests are sent in bunches')
})

t.test('a subject that was still warming up is reported once, and judged nevertheless', async function (t) {
  const growing = (values) => values.map((costGrowth, i) => ({ ...closed, round: i + 1, costGrowth }))
  const about = (values) => doubtsAbout(growing(values), MACHINE).map(({ name, spoils }) => [name, spoils])
  t.same(about([0.7, 0.8, 0.75]), [['not-warm', []]])
  t.same(about([0.97, 1.02, 0.6]), [], 'one round of three is not enough')
  t.same(about([0.7, 0.8]), [], 'two rounds are not enough')
})

t.test('a remedy common to several subjects is printed once', async function (t) {
  const growing = ['a', 'b'].flatMap((subject) =>
    [0.7, 0.8, 0.75].map((costGrowth, i) => ({ ...closed, subject, round: i + 1, costGrowth }))
  )
  const texts = doubtTexts(doubtsAbout([...growing, { ...closed, subject: 'c', errors: 3 }], MACHINE))
  t.equal(texts.length, 2)
  t.match(texts, [/^3 requests to c/, /CPU per request of a [^]*CPU per request of b [^]*Measure for longer \(--duration\)\.$/])
  t.equal(texts[1].split('Measure for longer').length, 2)
})

t.test('a question about the p99 latency gets only warnings about latencies', async function (t) {
  const names = (question, ...samples) =>
    doubtsAbout(samples, MACHINE)
      .filter((doubt) => isAbout(doubt, question))
      .map(({ name }) => name)
  const inside = { processes: 0, threads: 2 }
  const cold = [0.7, 0.8, 0.75].map((costGrowth, i) => ({ ...closed, round: i + 1, costGrowth, inside }))
  t.same(names('throughput', ...cold), ['worker-threads', 'not-warm'])
  t.same(names('cpu', ...cold), ['worker-threads', 'not-warm'])
  t.same(names('p99', ...cold), [])
  t.same(names('p99', { ...closed, lateMs: 4, latencyMs: { p99: 8 }, errors: 1 }), ['errors', 'late'])
  t.same(names('p99', { ...closed, errors: 5, timeouts: 5 }), ['timeouts'])
})
