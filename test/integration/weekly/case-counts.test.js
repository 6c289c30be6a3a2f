'use strict'

// Checks every case when one has changed, and weekly (.ci/run): it starts, the sick version is judged sick and the
// cured one cured, and each wrong cure gets its own message, as far as that works without load. `node
// trials/studies/cases.js` runs everything, for hours: check-up and ratios, on each Node, and beside a busy core.
// test/unit/cases.test.js checks the results of that study.

const path = require('path')
const t = require('tap')
const { config } = require('../../support/config')
const { ROOT, processes } = require('../../support/helper')
const { casesIn } = require('../../../scripts/learn/cases/list')
const { proof } = require('../../../scripts/learn/cases/prove')

t.setTimeout(600_000)

// Requests are counted, not timed, and most of the time is spent waiting. Each case has up to ten servers at a time.
t.jobs = 2
const tried = casesIn(ROOT).map((one) =>
  t.test(one.id, { buffered: true }, async function (t) {
    // Below the project, so that its packages are found.
    const work = t.testdir()
    const project = { reports: path.join(work, 'reports'), config }
    for await (const { isRight, said } of proof(one, { work, project, underLoad: false })) t.ok(isRight, said)
  })
)

t.test('no case process is left running', async function (t) {
  await Promise.all(tried)
  t.same(processes((args) => args.includes(`${path.sep}cases${path.sep}`)), [])
})
