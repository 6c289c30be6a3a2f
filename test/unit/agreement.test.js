'use strict'

// Doctor and the check-up run one after the other: the sentence about their agreement.

const t = require('tap')
const { disturbanceOf } = require('hot-path/testing')
const { agreement } = require('../../scripts/agreement')

const BESIDE = { machine: 2, subject: 0.5, generator: 0.4, others: 1.1, stolen: 0, idle: 0 }
const NEIGHBOURS = disturbanceOf(BESIDE, { driver: 'built-in', generatorUtilization: 0.6 })

const first = (issue, disturbance = null) => ({ issue, disturbance, explainedBy: disturbance && disturbance.name })
const second = (name, { disturbance = null, explainable } = {}) => ({
  subject: '02-fixed-listener',
  findings: [{ name, sentence: '.', evidence: [], explainable }],
  disturbance
})

t.test('a disagreement that interference can explain is not blamed on the server', async function (t) {
  t.equal(agreement(first('none'), second('healthy')), 'They agree.')
  t.match(agreement(first('io'), second('healthy')), /^They do not agree \(docs\/checkup\.md/)
  t.match(
    agreement(first('io', NEIGHBOURS), second('healthy')),
    /^They do not agree, but other programs took 1\.1 of the 2 cores, which alone can make Doctor say io\. Close them/
  )
  t.match(
    agreement(first('none'), second('event-loop', { disturbance: NEIGHBOURS, explainable: true })),
    /but other programs .* can make the check-up say event-loop\./
  )
  t.match(
    agreement(first('none'), second('accumulation', { disturbance: NEIGHBOURS })),
    /^They do not agree \(docs/,
    'CPU contention cannot cause this finding'
  )
})
