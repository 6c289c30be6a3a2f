'use strict'

// The warm-up of one running subject, with a synthetic load instead of a server.

const t = require('tap')
const { Sampler } = require('../../../src/measurement/sampler')
const { isSteady } = require('../../../src/measurement/steady-state')

const LIMIT_SECONDS = 5
const WINDOW_SECONDS = 0.25

/**
 * @param {{ load?: object, each: number, costs?: number[] }} server `each`: the number of requests that it answers per
 *   load; `costs`: the CPU time per request in µs for each successive load; the last one is repeated
 */
function samplerOf ({ load, each, costs = [100] }) {
  let loads = 0
  const processMetrics = { requests: 0, cpuUserUs: 0, cpuSystemUs: 0 }
  const running = { subject: { id: 'made-up', file: '', load }, processMetrics: async () => ({ ...processMetrics }) }
  const sampler = new Sampler(/** @type {any} */ (running), /** @type {any} */ ({}))
  sampler.drive = async (seconds) => {
    processMetrics.requests += each
    processMetrics.cpuUserUs += each * costs[Math.min(loads, costs.length - 1)]
    loads++
    return /** @type {any} */ ({ requests: each, seconds })
  }
  return { sampler, loads: () => loads }
}

t.test('a subject is warm if its cost has no new minimum', async function (t) {
  const falls = [400, 300, 250, 200, 150, 120, 100, 99, 100, 98, 104, 99, 97.5, 50]
  const { sampler, loads } = samplerOf({ each: 300, costs: falls })
  await sampler.warmUp(LIMIT_SECONDS, WINDOW_SECONDS)
  t.equal(loads(), 13)
  t.notOk(isSteady([100, 100, 100, 100, 100, 100]), 'six windows are too few')
  t.ok(isSteady([100, 160, 130, 140, 120, 190, 150]), 'other programs make windows more expensive, which is not warm-up')
  t.notOk(isSteady([100, 100, 100, 100, 100, 100, 90]))
})

t.test('the warm-up of an unsteady subject ends at the limit', async function (t) {
  const { sampler, loads } = samplerOf({ each: 300, costs: Array.from({ length: 100 }, (_, i) => 0.9 ** i) })
  await sampler.warmUp(LIMIT_SECONDS, WINDOW_SECONDS)
  t.equal(loads(), LIMIT_SECONDS / WINDOW_SECONDS)
})

t.test('a subject whose cost grows is warm at once', async function (t) {
  const { sampler, loads } = samplerOf({ each: 300, costs: Array.from({ length: 100 }, (_, i) => 1.1 ** i) })
  await sampler.warmUp(LIMIT_SECONDS, WINDOW_SECONDS)
  t.equal(loads(), 7)
})

t.test('a subject whose cost depends on the requests served is warmed up until it has served them', async function (t) {
  for (const [afterRequests, expected] of [
    [undefined, 7],
    [2100, 7],
    [2101, 8],
    [30_000, 100]
  ]) {
    const { sampler, loads } = samplerOf({ load: { afterRequests }, each: 300 })
    await sampler.warmUp(LIMIT_SECONDS, WINDOW_SECONDS)
    t.equal(loads(), expected, `${afterRequests} requests, 300 at a time`)
  }
})

t.test('a subject that is measured fresh is not warmed up', async function (t) {
  const { sampler, loads } = samplerOf({ load: { fresh: true }, each: 300 })
  await sampler.warmUp(LIMIT_SECONDS, WINDOW_SECONDS)
  t.equal(loads(), 0)
})

t.test('the warm-up ends if a server answers no requests', async function (t) {
  const { sampler, loads } = samplerOf({ load: { afterRequests: 1000 }, each: 0 })
  await sampler.warmUp(LIMIT_SECONDS, WINDOW_SECONDS)
  t.equal(loads(), 1)
})
