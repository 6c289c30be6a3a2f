'use strict'

// The printed equivalent commands give the same result when typed: seven instruments, three steps, without a terminal.

const t = require('tap')
const { instruments } = require('hot-path/testing')
const { copyOfTheProject } = require('../../support/reader')
const { isAnswered, typed } = require('../../support/terminal/typed')

const LEAVES = { doctor: /^\.clinic$/, flame: /^\.clinic$/, '0x': /^\d+\.0x$/, 'cpu-profile': /\.cpuprofile$/, heap: /\.heapprofile$/ }

t.setTimeout(600_000)

const folder = copyOfTheProject(t)

for (const name of Object.keys(instruments)) {
  for (const step of ['1', '2', '3']) {
    t.test(`the printed command of ${name} works on step ${step}`, async function (t) {
      const { output, left } = await typed(t, { name, step, folder })
      t.ok(isAnswered(output), isAnswered(output) ? 'answered' : output.slice(-500))
      t.match(left, name in LEAVES ? [LEAVES[name]] : [])
      t.equal(left.length, name in LEAVES ? 1 : 0, String(left))
    })
  }
}
