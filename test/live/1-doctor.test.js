'use strict'

const t = require('tap')
const { hotPath } = require('../helper')

async function diagnose (step) {
  const { status, stdout, stderr } = await hotPath(['doctor', step, '--json', '--duration=5'])
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

t.test('Doctor says event-loop on step 1', async function (t) {
  const record = await diagnose('1')
  t.match(record, { version: 1, command: 'doctor', subject: '01-slow', node: process.version, issue: 'event-loop' })
  t.equal(record.issues.eventLoopDelay, 'performance')
  t.ok(record.load.requests > 100, 'under real load')
})

// One pause of 100 ms is enough for Doctor, and a neighbour on the machine can cause that. So it is asked up to
// three times; step 1, with a thousand listeners, would not get past it in a hundred.
for (const step of ['2', '3']) {
  t.test(`Doctor does not say event-loop on step ${step}`, async function (t) {
    const issues = []
    do issues.push((await diagnose(step)).issue)
    while (issues.at(-1) === 'event-loop' && issues.length < 3)
    t.not(issues.at(-1), 'event-loop', issues.join(', '))
  })
}
