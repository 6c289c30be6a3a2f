'use strict'

// The parsing of goals and numbers that a learner types.

const t = require('tap')
const { goalIn, judged } = require('../../scripts/learn/goal')
const { comparedWith, numberIn } = require('../../scripts/learn/numbers')

const GOALS = {
  '4,000 requests a second': ['throughput', false, 4000],
  '4000 req/s': ['throughput', false, 4000],
  '5k rps': ['throughput', false, 5000],
  'four thousand requests per second': ['throughput', false, 4000],
  'ten times faster': ['throughput', true, 10],
  '10x': ['throughput', true, 10],
  'twice as many requests': ['throughput', true, 2],
  '50 % more requests a second': ['throughput', true, 1.5],
  'a p99 below 10 ms': ['latency', false, 10, 'p99'],
  'a p99 of 50 ms': ['latency', false, 50, 'p99'],
  'p99 < 0.5 s': ['latency', false, 500, 'p99'],
  'median below 5 ms': ['latency', false, 5, 'p50'],
  'p50 of 5ms': ['latency', false, 5, 'p50'],
  '99 % of requests within 20 ms': ['latency', false, 20, 'p99'],
  '90th percentile under 30 milliseconds': ['latency', false, 30, 'p90'],
  'nobody waits longer than 100 ms': ['latency', false, 100, 'p99'],
  'a mean latency of 3 ms': ['latency', false, 3, 'mean'],
  'half the latency': ['latency', true, 0.5, 'p99'],
  'a tenth of the p99': ['latency', true, 0.1, 'p99'],
  'half the CPU': ['cpu', true, 0.5],
  '1/2 the CPU': ['cpu', true, 0.5],
  '30 % less CPU': ['cpu', true, 0.7],
  '70 % of the CPU': ['cpu', true, 0.7],
  'a third of the CPU': ['cpu', true, 1 / 3],
  'ten times less CPU': ['cpu', true, 0.1],
  '100 µs of CPU per request': ['cpu', false, 100]
}

t.test('a goal has a quantity, a direction and a value', async function (t) {
  for (const [text, [quantity, isRelative, value, of]] of Object.entries(GOALS)) {
    const goal = goalIn(text)
    t.match(goal, { quantity, isRelative, ...(of && { of }) }, text)
    t.ok(Math.abs(Number(goal?.value) - value) < 1e-9, `${text}: ${goal?.value}`)
  }
  for (const text of ['faster', '4000', 'ten servers', 'yes', '', 'no', 'p99', 'less CPU', '200 % less CPU']) t.equal(goalIn(text), null, text)
})

t.test('a step meets a goal or not, and the result names the number', async function (t) {
  const [slow, fixed, fast] = [
    { requestsPerSecond: 60, latencyMs: { p50: 1500, p90: 5000, p99: 7000, mean: 1600, max: 9000 }, cpuUs: 16_000 },
    { requestsPerSecond: 7000, latencyMs: { p50: 13, p90: 20, p99: 30, mean: 14, max: 60 }, cpuUs: 140 },
    { requestsPerSecond: 25_000, latencyMs: { p50: 3, p90: 5, p99: 14.9, mean: 4, max: 20 }, cpuUs: 40 }
  ]
  const said = (text, step) => judged(goalIn(text), step, slow)
  t.equal(said('a p99 below 10 ms', fast), 'needs a p99 latency of 10 ms or less, has 14.9 ms: not met')
  t.equal(said('a p99 of 50 ms', fixed), 'needs a p99 latency of 50 ms or less, has 30 ms: met')
  t.equal(said('median below 5 ms', fast), 'needs a median latency of 5 ms or less, has 3 ms: met')
  t.equal(said('median below 5 ms', fixed), 'needs a median latency of 5 ms or less, has 13 ms: not met')
  t.match(said('30 % less CPU', slow), /needs 11,200 µs of CPU per request or less, has 16,000 µs: not met/)
  t.match(said('half the CPU', fixed), /needs 8,000 µs .* has 140 µs: met/)
  t.match(said('ten times', fixed), /needs 600 requests a second, has 7,000: met/)
  t.match(said('4000 req/s', slow), /needs 4,000 requests a second, has 60: not met/)
  t.match(judged(goalIn('half the CPU'), { ...slow, cpuUs: null }, slow), /does not report/)
})

t.test('numbers are read from figures and from words', async function (t) {
  const words = ['about 5,000 a second', '10k', 'ten', '3.5 times', 'a lot', 'a hundred', 'five hundred', '2 million', 'none']
  t.same(words.map(numberIn), [5000, 10_000, 10, 3.5, null, 100, 500, 2e6, 0])
  t.match(comparedWith('5000', 100), [/50 times too high/])
  t.match(comparedWith('10', 100), [/10 times too low/])
  t.match(comparedWith('90', 100), [/close/])
  t.match(comparedWith('none', 100), [/too low/])
  t.same(comparedWith('a lot', 100), [])
})
