'use strict'

// Checks every case when one has changed, and weekly (.ci/run): it starts, the sick version is judged sick and the
// cured one cured, and each wrong cure gets its own message, as far as that works without load. `node
// trials/studies/cases.js` runs everything, for hours: check-up and ratios, on each Node, and beside a busy core.
// test/unit/cases.test.js checks the results of that study.

const path = require('path')
const t = require('tap')
const { applied } = require('../../support/cases')
const { config } = require('../../support/config')
const { ROOT, processes } = require('../../support/helper')
const { checkCounts } = require('../../../scripts/learn/cases/cure')
const { casesIn, copyCase } = require('../../../scripts/learn/cases/list')

t.setTimeout(600_000)

// Requests are counted, not timed, and most of the time is spent waiting.
t.jobs = 5
const tried = casesIn(ROOT).map((one) =>
  t.test(one.id, { buffered: true }, async function (t) {
    const { contract, counts, cures } = one
    // Below the project, so that its packages are found.
    const work = t.testdir()
    const outcomeOf = async function (name, cure) {
      const folder = path.join(work, name)
      copyCase(one, folder)
      if (cure) t.ok(applied(cure, folder))
      return checkCounts(one, folder, { reports: path.join(work, 'reports'), config })
    }
    // Each variant runs in its own server, and most of the time is spent waiting.
    const [before, solved, ...others] = await Promise.all([
      outcomeOf('before'),
      ...cures.map((cure) => outcomeOf(cure.name, cure))
    ])
    const isCounted = counts || contract.some((asked) => typeof asked !== 'string' && asked.repeat)
    t.equal(before.verdict, isCounted ? 'sick' : 'cured', `as it is: ${before.saw.join(' ')}`)
    if (solved) t.equal(solved.verdict, 'cured', `solution: ${solved.saw.join(' ')}`)
    for (const [i, { verdict, saw }] of others.entries()) {
      const { name, says } = cures[i + 1]
      if (verdict === 'sick') t.match(saw.join(' '), says, name)
      else t.ok(one.proof, `${name} is detected under load`)
    }
  })
)

t.test('no case process is left running', async function (t) {
  await Promise.all(tried)
  t.same(processes((args) => args.includes(`${path.sep}cases${path.sep}`)), [])
})
