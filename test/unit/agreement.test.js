'use strict'

// Doctor and the check-up judge one load: the sentence about their agreement.

const t = require('tap')
const { disturbanceOf } = require('hot-path/testing')
const { agreement } = require('../../scripts/agreement')

const BESIDE = { machine: 2, subject: 0.5, generator: 0.4, others: 1.1, stolen: 0, idle: 0 }
const NEIGHBOURS = disturbanceOf(BESIDE, { driver: 'built-in', generatorUtilization: 0.6 })

const sentence = (issue, name, { disturbance = null, explainedBy = null, explainable } = {}) =>
  agreement({
    subject: '02-fixed-listener',
    issue,
    explainedBy,
    disturbance,
    findings: [{ name, sentence: '.', evidence: [], explainable }]
  })

t.test('a disagreement that interference can explain is not blamed on the server', async function (t) {
  t.equal(sentence('none', 'healthy'), 'They agree.')
  t.match(sentence('io', 'healthy'), /^They do not agree \(docs\/checkup\.md.* npx hot-path checkup 02-fixed-listener shows/)
  t.match(
    sentence('io', 'healthy', { disturbance: NEIGHBOURS, explainedBy: 'neighbours' }),
    /^They do not agree, but other programs took 1\.1 of the 2 cores, which alone can make Doctor say io\. Close them/
  )
  t.match(
    sentence('none', 'event-loop', { disturbance: NEIGHBOURS, explainable: true }),
    /but other programs .* can make the check-up say event-loop\./
  )
  t.match(
    sentence('none', 'accumulation', { disturbance: NEIGHBOURS }),
    /^They do not agree \(docs/,
    'CPU contention cannot cause this finding'
  )
})
