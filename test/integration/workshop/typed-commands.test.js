'use strict'

// The printed equivalent commands give the same result when typed. All steps, and Clinic, which npx downloads, are
// tested in test/integration/weekly/typed-commands.test.js.

const t = require('tap')
const { copyOfTheProject } = require('../../support/reader')
const { isAnswered, typed } = require('../../support/terminal/typed')

const folder = copyOfTheProject(t)

for (const [name, leaves] of [
  ['0x', /^\d+\.0x$/],
  ['cpu-profile', /\.cpuprofile$/],
  ['heap', /\.heapprofile$/],
  ['waits', null],
  ['checkup', null]
]) {
  t.test(`the printed command of ${name} runs, gets answers, and leaves its profile`, async function (t) {
    const { output, left } = await typed(t, { name, step: '2', folder })
    t.ok(isAnswered(output), isAnswered(output) ? 'answered' : output.slice(-500))
    t.match(left, leaves ? [leaves] : [])
    t.equal(left.length, leaves ? 1 : 0, String(left))
  })
}
