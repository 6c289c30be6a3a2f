'use strict'

// What was measured and committed, and stands in the texts: is each number what it is called?

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { subjects: catalog } = require('../config')
const { littlesLaw } = require('../../harness/latency')
const { median } = require('../../harness/statistics')
const { subjectsTable } = require('../../scripts/docs/blocks')
const { ROOT } = require('../helper')

const session = JSON.parse(fs.readFileSync(path.join(ROOT, 'results/claims.json'), 'utf8'))
const LESSON = catalog.filter(({ featured }) => featured).map(({ id }) => id)

t.test('a latency in the texts obeys the law of Little', async function (t) {
  for (const id of LESSON) {
    const own = session.samples.filter(({ subject }) => subject === id)
    const concurrency = median(own.map((sample) => littlesLaw(sample)))
    const isShown = / ms \|/.test(subjectsTable(session, [id]))
    t.ok(!isShown || (concurrency > 0.9 && concurrency < 1.1), `${id}: ${concurrency.toFixed(2)}, ${isShown ? 'shown' : 'not shown'}`)
  }
})
