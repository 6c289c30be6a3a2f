'use strict'

// The throughput gates: ratios within one session, the order alternating. Runs last, and alone.

const path = require('path')
const t = require('tap')
const catalog = require('../../catalog')
const { measure } = require('../../harness/measure')
const { ROOT } = require('../helper')

const gates = [
  { fast: '02-fixed-listener', slow: '01-slow', least: 20, why: 'fixing the listener is the lesson: two orders of magnitude here' },
  { fast: '03-optimized', slow: '02-fixed-listener', least: 1.5, why: 'the article saw 1.66' },
  { fast: '03-optimized', slow: 'ceiling', least: 0.45, why: 'restify costs about a third of the most this contract allows' }
]

t.test('every step pays', async function (t) {
  const samples = await measure(catalog, {
    reports: path.join(ROOT, 'reports'), rounds: 5, connections: 100, warmupSeconds: 0.7, durationSeconds: 1.5
  })
  for (const { fast, slow, least, why } of gates) {
    const ratios = perRound(samples, fast, slow)
    const middle = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)]
    t.ok(middle >= least, `${fast} serves ${middle.toFixed(2)} times what ${slow} does, at least ${least}: ${why}`)
  }
})

function perRound (samples, fast, slow) {
  const rates = (id) => samples.filter(({ subject }) => subject === id).sort((a, b) => a.round - b.round)
  return rates(fast).map(({ requestsPerSecond }, i) => requestsPerSecond / rates(slow)[i].requestsPerSecond)
}
