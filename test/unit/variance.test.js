'use strict'

// The lab on variance tells what belongs to a process from what belongs to the moment at which it was measured.

const t = require('tap')
const { componentsOf, pooled, standardError } = require('../../labs/variance/components')

const COHORTS = 60
const PROCESSES = 8
const TURNS = 40

/** Returns seeded normal noise: the sum of twelve uniform numbers has a standard deviation of 1. */
function noise (seed) {
  let state = seed
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return () => Array.from({ length: 12 }, uniform).reduce((sum, one) => sum + one, -6)
}

/** Returns cohorts with known spreads. */
function cohorts ({ process, moment, burst, trend = 0 }, seed = 1) {
  const normal = noise(seed)
  return Array.from({ length: COHORTS }, function () {
    const own = Array.from({ length: PROCESSES }, () => process * normal())
    const common = Array.from({ length: TURNS }, (_, turn) => moment * normal() + (trend * turn) / (TURNS - 1))
    return own.map((ofProcess) => common.map((ofTurn) => 30 * Math.exp(ofProcess + ofTurn + burst * normal())))
  })
}

t.test('known spreads are found again', async function (t) {
  const wanted = { process: 0.03, moment: 0.08, burst: 0.1 }
  const all = cohorts({ ...wanted, trend: -0.2 }).map(componentsOf)
  const found = pooled(all)
  for (const [name, spread] of Object.entries(wanted)) t.ok(Math.abs(found[name] / spread - 1) < 0.1, `${name}: ${found[name]}`)
  const [low, high] = found.interval
  t.ok(low < wanted.process && wanted.process < high && high - low < 0.01, 'the interval contains it, and is narrow')
  t.ok(Math.abs(all.reduce((sum, { trend }) => sum + trend, 0) / COHORTS + 0.2) < 0.02, 'and the trend')
})

t.test('a machine that changes is not taken for processes that differ', async function (t) {
  const { process, interval } = pooled(cohorts({ process: 0, moment: 0.2, burst: 0.1 }).map(componentsOf))
  t.ok(process < 0.006, process)
  t.equal(interval[0], 0)
})

t.test('servers of different spread widen the interval', async function (t) {
  const alike = pooled(cohorts({ process: 0.03, moment: 0, burst: 0.02 }).map(componentsOf))
  const mixed = pooled([
    ...cohorts({ process: 0.005, moment: 0, burst: 0.02 }).slice(0, COHORTS - 5),
    ...cohorts({ process: 0.1, moment: 0, burst: 0.02 }).slice(0, 5)
  ].map(componentsOf))
  const width = ({ process, interval: [low, high] }) => (high - low) / process
  t.ok(width(mixed) > 1.5 * width(alike), `${width(mixed)} and ${width(alike)}`)
})

t.test('a longer round helps against bursts, more processes against processes that differ', async function (t) {
  const design = { burstSeconds: 0.02, startSeconds: 1, budgetSeconds: 60 }
  const error = (spreads, measuredSeconds) => standardError(spreads, { ...design, measuredSeconds })
  t.ok(error({ process: 0, burst: 0.1 }, 4) < error({ process: 0, burst: 0.1 }, 1))
  t.ok(error({ process: 0.05, burst: 0.01 }, 1) < error({ process: 0.05, burst: 0.01 }, 4))
  t.equal(error({ process: 0.03, burst: 0 }, 1).toFixed(4), '0.0110', '15 rounds of two processes each')
})
