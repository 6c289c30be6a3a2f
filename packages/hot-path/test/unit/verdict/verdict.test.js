'use strict'

// Error rates of the gate's judge, with seeded synthetic noise (claims and comparisons: judge.test.js). Real
// measurements are in results/gate-study.json.

const t = require('tap')
const { judgeGate } = require('../../../src/verdict/gate-verdict')
const { gateSamples, random, skewed } = require('../../support/noise')

const MACHINE = { cores: 2 }
const THRESHOLDS = { margin: 0.02, alarm: 0.1 }
const SEEDS = Array.from({ length: 400 }, (_, i) => i + 1)

function verdicts (options) {
  const counts = { holds: 0, fails: 0, inconclusive: 0, invalid: 0 }
  for (const seed of SEEDS) counts[judgeGate(gateSamples({ seed, ...options }), MACHINE, THRESHOLDS).verdict]++
  return counts
}

t.test('a server compared with itself never fails', async function (t) {
  const quiet = verdicts({})
  t.equal(quiet.fails, 0)
  t.ok(quiet.holds >= 0.95 * SEEDS.length, `${quiet.holds} hold`)
  t.equal(verdicts({ spread: 0.05 }).fails, 0, 'on a machine two and a half times as noisy')
})

t.test('a faster candidate never fails', async function (t) {
  t.match(verdicts({ slowdown: 0.9 }), { holds: SEEDS.length })
})

t.test('a slowdown of 10 % is nearly always found, one of 5 % more often than not', async function (t) {
  t.ok(verdicts({ slowdown: 1.1 }).fails >= 0.95 * SEEDS.length)
  t.ok(verdicts({ slowdown: 1.05 }).fails >= 0.6 * SEEDS.length)
})

t.test('a slowdown beyond the alarm rarely holds, however noisy the machine is', async function (t) {
  for (const spread of [0.03, 0.1, 0.3]) {
    t.ok(verdicts({ slowdown: 1.15, spread }).holds <= 0.025 * SEEDS.length, `${spread}`)
  }
})

t.test('at a constant rate, a server that waits longer fails by its latency', async function (t) {
  for (const [times, verdict] of [[1, 'holds'], [1.2, 'fails']]) {
    const spoil = ({ subject }, round) => ({
      requestsPerSecond: 500,
      lateMs: 0.5,
      latencyMs: { mean: (subject === 'candidate' ? times : 1) * (5 + 0.01 * (round % 3)), p99: 9 }
    })
    const result = judgeGate(gateSamples({ seed: 1, spoil }), MACHINE, THRESHOLDS)
    t.equal(result.verdict, verdict)
    t.same(Object.keys(result.witnesses), ['serverCpuUsPerRequest', 'latencyMs.mean'])
    if (verdict === 'fails') t.equal(result.decidedBy, 'latencyMs.mean')
  }
})

t.test('a machine that slows down during the session changes no verdict', async function (t) {
  const drift = (round, of) => 1 + (0.5 * round) / of
  t.equal(verdicts({ drift }).fails, 0)
  t.ok(verdicts({ drift, slowdown: 1.1 }).fails >= 0.95 * SEEDS.length)
})

t.test('skewed noise and drift within a round raise no false alarm; a fixed order would', async function (t) {
  for (const options of [{ noise: skewed }, { driftWithin: 1.03 }, { noise: skewed, driftWithin: 1.03, rounds: 12 }]) {
    const same = verdicts(options)
    t.ok(same.fails <= 0.01 * SEEDS.length && same.holds >= 0.9 * SEEDS.length, JSON.stringify([options, same]))
    const slower = verdicts({ ...options, slowdown: 1.1 })
    t.ok(slower.fails >= 0.9 * SEEDS.length && slower.holds === 0, JSON.stringify([options, slower]))
  }
  t.ok(
    verdicts({ orderEffect: 1.05 }).fails >= 0.6 * SEEDS.length,
    'a fixed order looks like a slowdown, so rounds have to alternate'
  )
})

/** Judges by mean and normal quantile: a naive judge for comparison. */
function naiveVerdict (samples) {
  const cost = (id) =>
    samples.filter(({ subject }) => subject === id).map(({ serverCpuUsPerRequest }) => serverCpuUsPerRequest)
  const baseline = cost('baseline')
  const ratios = cost('candidate').map((value, i) => value / baseline[i])
  const mean = ratios.reduce((sum, value) => sum + value) / ratios.length
  const deviation = Math.sqrt(ratios.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (ratios.length - 1))
  const half = (2.58 * deviation) / Math.sqrt(ratios.length)
  if (mean - half > 1 + THRESHOLDS.margin) return 'fails'
  return mean <= 1 + THRESHOLDS.margin && mean + half < 1 + THRESHOLDS.alarm ? 'holds' : 'inconclusive'
}

for (const rounds of [9, 12, 18]) {
  t.test(`one spoiled round in nine, of ${rounds}, changes no verdict, and is named`, async function (t) {
    const seeds = SEEDS.slice(0, 100)
    let changed = 0
    let changedNaive = 0
    for (const slowdown of [1, 1.1]) {
      for (const [of, factor] of [
        ['baseline', 3],
        ['baseline', 1 / 3],
        ['candidate', 3],
        ['candidate', 1 / 3]
      ]) {
        const spoil = ({ subject, serverCpuUsPerRequest }, round) =>
          round % 9 === 4 && subject === of ? { serverCpuUsPerRequest: factor * serverCpuUsPerRequest } : {}
        for (const seed of seeds) {
          const clean = gateSamples({ seed, rounds, slowdown, spread: 0.01 })
          const spoiled = gateSamples({ seed, rounds, slowdown, spread: 0.01, spoil })
          const [before, after] = [clean, spoiled].map((samples) => judgeGate(samples, MACHINE, THRESHOLDS))
          if (before.verdict !== after.verdict) changed++
          if ([before.verdict, after.verdict].sort().join() === 'fails,holds') {
            t.fail(`${before.verdict} became ${after.verdict}: ${of}, ${factor}, seed ${seed}`)
          }
          if (naiveVerdict(clean) !== naiveVerdict(spoiled)) changedNaive++
          const { outliers } = after.witnesses.serverCpuUsPerRequest
          const named = outliers.find(({ round }) => round === 4)
          const expected = of === 'candidate' ? factor : 1 / factor
          if (!(Math.abs(Math.log(named?.times / expected)) < 0.2)) {
            t.fail(`round 4 of seed ${seed}: ${JSON.stringify(outliers)}`)
          }
        }
      }
    }
    const all = 8 * seeds.length
    t.ok(changed <= 0.05 * all, `the judge changed its mind in ${changed} of ${all}`)
    t.ok(changedNaive >= 0.5 * all, `a naive one in ${changedNaive}: it would be red`)
  })
}

t.test('a server that waits fails by its throughput', async function (t) {
  const spoil = ({ subject, requestsPerSecond }) =>
    subject === 'candidate' ? { requestsPerSecond: 0.8 * requestsPerSecond } : {}
  const { verdict, ratio } = judgeGate(gateSamples({ seed: 1, spoil }), MACHINE, THRESHOLDS)
  t.equal(verdict, 'fails')
  t.ok(Math.abs(ratio - 1.25) < 0.03, `${ratio}`)
})

t.test('constant data is judged, not divided by zero', async function (t) {
  t.match(judgeGate(gateSamples({ seed: 1, spread: 0 }), MACHINE, THRESHOLDS), {
    verdict: 'holds',
    ratio: 1,
    smallest: 1.02
  })
  t.match(judgeGate(gateSamples({ seed: 1, spread: 0, slowdown: 1.03 }), MACHINE, THRESHOLDS), { verdict: 'fails' })
})

t.test('too few rounds are inconclusive, with the reason', async function (t) {
  for (const rounds of [0, 1, 2]) {
    t.match(judgeGate(gateSamples({ seed: 1, rounds }), MACHINE, THRESHOLDS), {
      verdict: 'inconclusive',
      reason: `too few rounds: ${rounds}; an interval needs 3`,
      smallest: null
    })
  }
})

const spoils = {
  errors: { errors: 3 },
  refusals: { non2xx: 10_000 },
  silence: { requests: 0, serverCpuUsPerRequest: NaN }
}

for (const [name, broken] of Object.entries(spoils)) {
  t.test(`${name} makes a gate invalid, with a remedy`, async function (t) {
    const { verdict, doubts, reason } = judgeGate(gateSamples({ seed: 1, spoil: () => broken }), MACHINE, THRESHOLDS)
    t.equal(verdict, 'invalid')
    t.match(reason, name)
    const doubt = doubts.find((doubt) => doubt.name === name)
    t.ok(doubt.sentence && doubt.remedy)
  })
}

const FULL = { generatorUtilization: 0.99, loopUtilization: 0.7 }

t.test('if the load generator is saturated, a gate is judged by CPU alone, and says so', async function (t) {
  const options = { seed: 1, spoil: () => FULL }
  const same = judgeGate(gateSamples(options), MACHINE, THRESHOLDS)
  t.match(same, {
    verdict: 'holds',
    judgedBy: ['serverCpuUsPerRequest'],
    reason: 'judged by CPU per request alone: the load generator was saturated, which hides longer waits'
  })
  t.ok(same.doubts.some(({ name }) => name === 'generator-bound'))
  t.equal(judgeGate(gateSamples({ ...options, slowdown: 1.15 }), MACHINE, THRESHOLDS).verdict, 'fails')
  const waits = (sample) => ({
    ...FULL,
    ...(sample.subject === 'candidate' && { requestsPerSecond: 0.7 * sample.requestsPerSecond })
  })
  t.match(
    judgeGate(gateSamples({ seed: 1, spoil: waits }), MACHINE, THRESHOLDS),
    { verdict: 'fails', reason: /bound/ },
    'lower throughput still fails'
  )
})

t.test('if CPU time was not measured, a gate is judged by throughput alone, and says so', async function (t) {
  const options = { seed: 1, spoil: () => ({ serverCpuUsPerRequest: undefined }) }
  t.match(judgeGate(gateSamples(options), MACHINE, THRESHOLDS), {
    verdict: 'holds',
    judgedBy: ['requestsPerSecond'],
    reason: /^judged by time per request alone/
  })
  t.equal(judgeGate(gateSamples({ ...options, slowdown: 1.15 }), MACHINE, THRESHOLDS).verdict, 'fails')
})

t.test('the minimum detectable slowdown is found with a power of about 80 %', async function (t) {
  const all = SEEDS.map((seed) => judgeGate(gateSamples({ seed, rounds: 12 }), MACHINE, THRESHOLDS).smallest)
  const typical = all.sort((a, b) => a - b)[SEEDS.length / 2]
  const found = verdicts({ rounds: 12, slowdown: typical }).fails / SEEDS.length
  t.ok(found >= 0.7 && found <= 0.95, `a slowdown of ${typical} is found in ${found}`)
})

t.test('one invalid round is excluded', async function (t) {
  const spoil = (sample, round) => (round === 4 ? { errors: 1 } : {})
  t.match(judgeGate(gateSamples({ seed: 1, spoil }), MACHINE, THRESHOLDS), { verdict: 'holds', rounds: 17 })
})

t.test('a saturated machine is reported, and CPU time is judged', async function (t) {
  const { verdict, reason, doubts } = judgeGate(
    gateSamples({ seed: 1, spoil: () => ({ generatorCpuShare: 1 }) }),
    MACHINE,
    THRESHOLDS
  )
  t.equal(verdict, 'holds')
  t.match(reason, /CPU per request alone: the machine was saturated/)
  t.ok(doubts.some(({ name }) => name === 'host-bound'))
})

t.test('a server that saturates the machine alone gets no warning', async function (t) {
  const alone = () => ({ serverCpuShare: 1.98, generatorCpuShare: 0.01 })
  const { judgedBy, doubts } = judgeGate(gateSamples({ seed: 1, spoil: alone }), MACHINE, THRESHOLDS)
  t.same(judgedBy, ['serverCpuUsPerRequest', 'requestsPerSecond'])
  t.same(doubts, [])
})

/** Returns samples of a gate; the first five rounds also contain counted figures. */
function counted ({ seed = 1, more = 1, spread = 0.005, outgoing = [0, 0], ...options }) {
  const uniform = random(seed)
  return gateSamples({ seed, ...options }).map(function (sample) {
    if (sample.round > 5) return sample
    const isCandidate = sample.subject === 'candidate'
    return {
      ...sample,
      allocatedBytesPerRequest: 20_000 * (isCandidate ? more : 1) * (1 + spread * (uniform() - 0.5)),
      connectionsPerRequest: 0,
      outgoingPerRequest: outgoing[isCandidate ? 1 : 0]
    }
  })
}

t.test('allocations are reported, and decide only if requested', async function (t) {
  const gate = (options, asked = {}) => judgeGate(counted(options), MACHINE, { ...THRESHOLDS, ...asked })
  const BYTES = 'allocatedBytesPerRequest'
  const told = gate({ more: 2 })
  t.match(told, { verdict: 'holds', decidedBy: 'serverCpuUsPerRequest', witnesses: { [BYTES]: { verdict: 'fails', rounds: 5 } } })
  t.notOk(told.judgedBy.includes(BYTES))
  t.match(told.counts, [{ metric: BYTES }])
  t.match(gate({ more: 2 }, { allocations: true }), { verdict: 'fails', decidedBy: BYTES, judgedBy: [String, String, BYTES] })
  t.match(gate({}, { allocations: true }), { verdict: 'holds', counts: [] })
  t.equal(gate({ more: 0.5 }, { allocations: true }).verdict, 'holds', 'less allocation does not fail')
  t.match(gate({ spread: 1 }, { allocations: true }), { verdict: 'inconclusive', decidedBy: BYTES, reason: /^bytes allocated: / })
  t.match(gate({ slowdown: 1.2 }, { allocations: true }), { verdict: 'fails', decidedBy: 'serverCpuUsPerRequest' })
  t.match(gate({ outgoing: [1, 2] }).counts, [{ metric: 'outgoingPerRequest', baseline: 1, candidate: 2 }])
  const uncounted = judgeGate(gateSamples({ seed: 1 }), MACHINE, THRESHOLDS)
  t.notOk(BYTES in uncounted.witnesses)
  t.same(uncounted.counts, [])
})

t.test('several gates share one confidence level', async function (t) {
  const level = (asked) => judgeGate(counted({}), MACHINE, { ...THRESHOLDS, ...asked }).level
  t.equal(level({}), 1 - 0.05 / 2)
  t.equal(level({ gates: 3 }), 1 - 0.05 / 6)
  t.equal(level({ gates: 3, allocations: true }), 1 - 0.05 / 9)
})
