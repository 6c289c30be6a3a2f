'use strict'

// Measures every claim of the texts on this machine. A failed claim fails the test; an inconclusive one is skipped.

const { performance } = require('perf_hooks')
const t = require('tap')
const { claims } = require('../../support/config')
const { hotPath } = require('../../support/helper')
const { claimHolds, okUnlessBusy, watchMachine } = require('../../../packages/hot-path/test/support/performance')

// Twice what an idle machine with two cores needs: the limit finds a study that hangs, not a slow machine.
const MOST_SECONDS = 500
t.setTimeout(2 * 1000 * MOST_SECONDS)

t.test('every claim is measured within the time limit, and none fails', async function (t) {
  const interference = watchMachine(t)
  const begun = performance.now()
  const { status, stdout, stderr } = await hotPath(['claims', '--json'])
  const seconds = (performance.now() - begun) / 1000
  okUnlessBusy(t, seconds < MOST_SECONDS, `all claims in ${seconds.toFixed(0)} s`, interference)
  t.ok([0, 1, 3].includes(status), stderr)
  const { claims: judged, subjects, samples } = JSON.parse(stdout)
  t.same(judged.map(({ id }) => id), claims.map(({ id }) => id))
  for (const id of subjects) {
    const own = samples.filter(({ subject }) => subject === id)
    const isGood = ({ requests, errors, timeouts, non2xx, expected }) =>
      requests > 0 && errors === timeouts && non2xx === expected
    t.ok(own.length >= 3 && own.some(isGood), `${id} answers as it should, in ${own.length} rounds`)
  }
  for (const claim of judged) claimHolds(t, claim)
})
