'use strict'

// Every claim that the texts make, on this machine, now. Runs last, and alone.
// Red is for a claim that fails. What could not be told on a noisy machine is printed as such.

const { performance } = require('perf_hooks')
const t = require('tap')
const { subjects: catalog } = require('../../support/config')
const { hotPath } = require('../../support/helper')
const { claimHolds } = require('../../support/performance')

// Four minutes, and one for a busy neighbour.
const MOST_SECONDS = 300
// No claim is about it, and a command has it alone.
const OF_A_COMMAND = 'trace-warnings'
t.setTimeout(2 * 1000 * MOST_SECONDS)

t.test('the claims', async function (t) {
  const begun = performance.now()
  const { status, stdout, stderr } = await hotPath(['claims', '--json'])
  const seconds = (performance.now() - begun) / 1000
  t.ok(seconds < MOST_SECONDS, `all subjects in ${seconds.toFixed(0)} s`)
  t.ok([0, 1, 3].includes(status), stderr)
  const { claims, samples } = JSON.parse(stdout)
  for (const { id } of catalog.filter(({ id, path }) => path && id !== OF_A_COMMAND)) {
    const own = samples.filter(({ subject }) => subject === id)
    t.ok(
      own.some(
        ({ requests, errors, timeouts, non2xx, expected }) => requests > 0 && errors === timeouts && non2xx === expected
      ),
      `${id} answers as it should`
    )
  }
  for (const claim of claims) claimHolds(t, claim)
})
