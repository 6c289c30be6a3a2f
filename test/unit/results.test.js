'use strict'

// The committed measurements that the texts quote: each number must be what its name says.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { ROOT, subjects: catalog } = require('../support/config')
const { findings, littlesLaw, median } = require('hot-path/testing')
const { agree, isRight } = require('../../scripts/agreement')
const { summaryOf } = require('../../labs/frameworks/lib/summary')
const { subjectsTable } = require('../../scripts/docs/claims')
const { judge, rateInterval } = require('../../trials/studies/gate/rates')
const { isKind } = require('../../trials/studies/places-trial')
const { findingsIn } = require('../../trials/studies/trial')

const names = findings.map(({ name }) => name)

const read = (name) => JSON.parse(fs.readFileSync(path.join(ROOT, 'results', name), 'utf8'))
const session = read('claims.json')
const LESSON = catalog.filter(({ featured }) => featured).map(({ id }) => id)
const WARM = ['02-fixed-listener', '03-optimized', 'ceiling']

/** Returns the median of a figure for each subject, driver and mode whose samples have it. */
function mediansOf (samples, figure) {
  const groups = new Map()
  for (const sample of samples) {
    const name = [sample.subject, sample.driver, sample.mode].filter(Boolean).join(' ')
    const value = figure(sample)
    if (Number.isFinite(value ?? NaN)) groups.set(name, [...(groups.get(name) ?? []), value])
  }
  return [...groups].map(([name, values]) => [name, median(values)])
}

for (const name of ['claims.json', 'compare.json', 'drivers.json']) {
  t.test(`every closed-loop latency in ${name} obeys Little's law`, async function (t) {
    const closed = read(name).samples.filter(({ driver, latencyMs }) => driver !== 'paced' && latencyMs?.mean)
    const found = mediansOf(closed, littlesLaw)
    t.ok(found.length >= 3)
    for (const [subject, concurrency] of found) {
      t.ok(concurrency > 0.9 && concurrency < 1.1, `${subject}: ${concurrency.toFixed(3)}`)
    }
  })
}

t.test("the frameworks lab shows no latency that violates Little's law", async function (t) {
  const record = read('lab-frameworks.json')
  for (const [name, concurrency] of mediansOf(record.samples, littlesLaw)) {
    const [id, , mode] = name.split(' ')
    const { latencyMs } = summaryOf(record, mode).find((row) => row.id === id)
    t.equal(
      Number.isFinite(latencyMs.p99),
      concurrency >= 0.9 && concurrency <= 1.1,
      `${name}: ${concurrency.toFixed(3)}`
    )
  }
})

for (const name of ['claims.json', 'compare.json']) {
  t.test(`the servers in ${name} were warm`, async function (t) {
    const growths = Object.fromEntries(
      mediansOf(
        read(name).samples.filter(({ subject }) => WARM.includes(subject)),
        ({ costGrowth }) => costGrowth
      )
    )
    t.equal(Object.keys(growths).length, WARM.length)
    for (const [subject, growth] of Object.entries(growths)) {
      t.ok(growth > 0.93 && growth < 1.07, `${subject}: ${growth.toFixed(3)}`)
    }
  })
}

t.test('two sessions on one machine agree on the CPU time per request', async function (t) {
  const costs = ['claims.json', 'compare.json'].map((name) =>
    Object.fromEntries(
      mediansOf(
        read(name).samples.filter(({ subject }) => WARM.includes(subject)),
        ({ serverCpuUsPerRequest }) => serverCpuUsPerRequest
      )
    )
  )
  for (const subject of Object.keys(costs[0])) {
    t.ok(
      Math.abs(Math.log(costs[0][subject] / costs[1][subject])) < Math.log(1.15),
      `${subject}: ${costs.map((cost) => cost[subject].toFixed(1))}`
    )
  }
})

t.test('the built-in load generator and wrk agree if the server is the bottleneck', async function (t) {
  const rates = mediansOf(
    read('drivers.json').samples.filter(({ subject }) => subject === '02-fixed-listener'),
    ({ requestsPerSecond }) => requestsPerSecond
  ).map(([, rate]) => rate)
  t.equal(rates.length, 2)
  t.ok(Math.max(...rates) / Math.min(...rates) < 1.05, rates.join(', '))
})

t.test('the texts show no latency that violates the law of Little', async function (t) {
  for (const id of LESSON) {
    const own = session.samples.filter(({ subject }) => subject === id)
    const concurrency = median(own.map((sample) => littlesLaw(sample)))
    const isShown = / ms \|/.test(subjectsTable(session, [id]))
    t.ok(
      !isShown || (concurrency > 0.9 && concurrency < 1.1),
      `${id}: ${concurrency.toFixed(2)}, ${isShown ? 'shown' : 'not shown'}`
    )
  }
})

// Error rates of the gate, from the recorded studies, which a gate in CI could only repeat. docs/evidence/gate.md has
// the table.
t.test('the gates of the studies raise no false alarm, and detect nearly every slowdown of 10 %', async function (t) {
  const study = read('gate-study.json')
  const now = study.gates.map(({ kind, rounds }) => ({ kind, verdict: judge(rounds, study.machine) }))
  const before = read('gate-study-before.json').gates
  const count = (gates, kind) => {
    const own = gates.filter((gate) => kind.test(gate.kind))
    return `${own.filter(({ verdict }) => verdict === 'fails').length} of ${own.length}`
  }
  t.equal(count(before, /-0-/), '0 of 120')
  t.equal(count(before, /-10-quiet/), '30 of 30')
  t.equal(count(before, /-5-quiet/), '19 of 30')
  t.equal(count(now, /-0-/), '0 of 120')
  t.equal(count(now, /-10-/), '45 of 48', 'on an idle machine, and beside a program that uses one core')
  t.equal(count(now, /-5-quiet/), '52 of 64')
})

for (const [set, wanted] of Object.entries({ unseen: '84 of 85', blind: '77 of 78', confirming: '47 of 47' })) {
  t.test(`the first finding of the check-up is right for ${wanted} servers of a set: ${set}`, async function (t) {
    const trials = read('places-study.json').trials.filter((trial) => trial.set === set)
    t.equal(`${trials.filter(isKind).length} of ${trials.length}`, wanted)
  })
}

t.test('and for all but one if the last set is tried again, after changes that made the check-up faster', async function (t) {
  const { trials } = read('places-again.json')
  t.same([trials.filter(isKind).length, trials.length], [46, 47])
})

t.test('every finding has at least two servers that cause it', async function (t) {
  const folders = fs.readdirSync(path.join(ROOT, 'trials/servers/kinds'))
  // It needs a control group: packages/hot-path/test/integration/throttled.test.js.
  for (const name of names.filter((name) => name !== 'cpu-throttled')) {
    t.ok(fs.readdirSync(path.join(ROOT, 'trials/servers/kinds', name)).length >= 2, name)
  }
  const double = folders.filter((name) => name.includes('+'))
  t.ok(double.length >= 3)
  for (const name of double.flatMap((name) => name.split('+'))) t.ok(names.includes(name), name)
})

t.test('the windows recorded in the study are still judged correctly', async function (t) {
  const { trials } = JSON.parse(fs.readFileSync(path.join(ROOT, 'results/checkup-study.json'), 'utf8'))
  const wrong = trials.filter(({ fixture, window }) => !isRight(fixture, findingsIn(window)))
  t.same(
    wrong.map(
      ({ fixture, node, connections, window }) => `${fixture}, Node ${node}, ${connections}: ${findingsIn(window)}`
    ),
    []
  )
})

t.test('Doctor and the check-up agree if their verdicts mean the same', async function (t) {
  t.ok(agree('event-loop', 'accumulation') && agree('none', 'healthy'))
  t.notOk(agree('unknown', 'healthy') || agree('none', 'event-loop') || agree('data', 'not-enough-data'))
})

t.test('the interval of a counted rate matches the published tables', async function (t) {
  const near = ([low, high], [expectedLow, expectedHigh]) =>
    t.ok(Math.abs(low - expectedLow) < 5e-4 && Math.abs(high - expectedHigh) < 5e-4, `${low} to ${high}`)
  // Clopper-Pearson, two-sided, 95 %, as in R's binom.test().
  near(rateInterval(0, 10), [0, 0.3085])
  near(rateInterval(5, 10), [0.1871, 0.8129])
  near(rateInterval(10, 10), [0.6915, 1])
  near(rateInterval(0, 120), [0, 0.0303])
})
