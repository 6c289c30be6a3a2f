'use strict'

// Every claim that the texts make, on this machine, now. Runs last, and alone.
// Red is for a claim that fails. What could not be told on a noisy machine is printed as such.

const { performance } = require('perf_hooks')
const t = require('tap')
const { hotPath } = require('../helper')

// Four minutes, and one for a busy neighbour.
const MOST_SECONDS = 300
t.setTimeout(2 * 1000 * MOST_SECONDS)

t.test('the claims', async function (t) {
  const begun = performance.now()
  const { status, stdout, stderr } = await hotPath(['claims', '--json'])
  const seconds = (performance.now() - begun) / 1000
  t.ok(seconds < MOST_SECONDS, `all subjects in ${seconds.toFixed(0)} s`)
  t.ok([0, 1, 3].includes(status), stderr)
  for (const { id, verdict, ratio, interval, doubts } of JSON.parse(stdout).claims) {
    const measured = ratio === null ? doubts.map(({ sentence }) => sentence).join(' ') : `${ratio.toPrecision(3)} [${interval.map((bound) => bound?.toPrecision(3)).join(' .. ')}]`
    t.not(verdict, 'fails', `${id} ${verdict}: ${measured}`)
    if (verdict !== 'holds') t.comment(`${verdict.toUpperCase()}: ${id}. ${measured}`)
  }
})
