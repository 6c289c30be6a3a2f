'use strict'

// The commands of the other texts: README, CONTRIBUTING, docs/ and the chapters of the labs.

const t = require('tap')
const { TEXTS } = require('../../../scripts/docs/build')
const { chaptersOf, copyOfTheProject, onceEach, shortened, type } = require('../../support/reader')

const folder = copyOfTheProject(t)
const isTried = onceEach(folder)
const texts = [...TEXTS.filter((text) => !/^(WORKSHOP|experiments)/.test(text)), 'CONTRIBUTING.md']

// No timing is measured, so two chapters can run at a time.
t.jobs = 2
for (const { title, lines } of chaptersOf(texts)) {
  t.test(title, { buffered: true }, async function (t) {
    for (const line of lines) {
      if (isTried(t, line)) continue
      const { isGood, status, output } = await type(shortened(line), folder)
      t.ok(isGood, `${line}: status ${status}. ${isGood ? '' : output.slice(-500)}`)
    }
  })
}
