'use strict'

// The cost of sampling waits for a server. It is highest for a server that computes.

const path = require('path')
const t = require('tap')
const { ratio } = require('../../src/verdict/statistics')
const { withInterval } = require('../../src/util/format')
const { loaded } = require('../support/loaded')
const { okUnlessBusy, watchMachine } = require('../support/performance')

const SOURCE = path.resolve(__dirname, '../../src')
const SERVERS = path.resolve(__dirname, '../../../../trials/servers/chosen')
const WAITS = path.join(SOURCE, 'agent/probes/request-waits.js')
// A session of one process detects a cost of eight percent or more.
const PROCESSES = 1
const PAIRS = 5
// A machine that halves its speed within a second can mislead one session, but hardly two in a row.
const SESSIONS = 2
const SECONDS = 2
const LEVEL = 0.9 // one-sided: 95 %
const MOST_COST = 0.05

function ratioOf (pairs, read) {
  return ratio(
    pairs.map(({ looked }) => read(looked)),
    pairs.map(({ without }) => read(without)),
    LEVEL
  )
}

function text ({ estimate, low, high }) {
  return `${withInterval(estimate, [low, high])} of that without`
}

/** Alternates a load with and one without the probe, several times in one process. */
async function pairsIn (t, name) {
  const { running, load } = await loaded(t, path.join(SERVERS, `${name}.js`), { connections: 50, seconds: SECONDS })
  const looking = async function (seconds) {
    await running.probe(WAITS, 'begin')
    const seen = await load(seconds)
    const { requests } = await running.probe(WAITS, 'end')
    t.ok(requests.length > 0, `${requests.length} requests were followed`)
    return seen
  }
  const pairs = []
  for (let pair = 0; pair < PAIRS; pair++) {
    // The second load is warmer.
    const [first, second] = pair % 2 ? [looking, load] : [load, looking]
    const loads = [await first(SECONDS), await second(SECONDS)]
    const [without, looked] = pair % 2 ? loads.toReversed() : loads
    pairs.push({ looked, without })
  }
  await running.kill()
  return pairs
}

/** Returns the cost of the probe for a server, over several processes. */
async function costOf (t, name) {
  const pairs = []
  for (let i = 0; i < PROCESSES; i++) pairs.push(...(await pairsIn(t, name)))
  const throughput = ratioOf(pairs, ({ requestsPerSecond }) => requestsPerSecond)
  const p99 = ratioOf(pairs, ({ latencyMs }) => latencyMs.p99)
  return { throughput, p99, isSmall: throughput.high >= 1 - MOST_COST && p99.low <= 1 + MOST_COST }
}

for (const name of ['computes-in-turns']) {
  t.test(`the waits probe costs a server at most 5 %: ${name}`, async function (t) {
    const interference = watchMachine(t)
    let cost
    for (let session = 0; session < SESSIONS && !cost?.isSmall; session++) cost = await costOf(t, name)
    okUnlessBusy(t, cost.isSmall, `throughput: ${text(cost.throughput)}; p99: ${text(cost.p99)}`, interference)
  })
}
