'use strict'

// What the texts promise about the output of their commands: findings under load, so these tests run alone.

const t = require('tap')
const { underLoad } = require('../../trials/studies/promises')
const { okUnlessBusy, watchMachine } = require('../../packages/hot-path/test/support/performance')
const { copyOfTheProject, isGoal, shortened, type } = require('../support/reader')

const folder = copyOfTheProject(t)
t.setTimeout(300_000)

for (const [line, promised] of Object.entries(underLoad)) {
  t.test(line, async function (t) {
    const interference = watchMachine(t)
    const { isGood, status, output } = await type(isGoal(line) ? shortened(line) : line, folder)
    t.ok(isGood, `status ${status}. ${isGood ? '' : output.slice(-500)}`)
    okUnlessBusy(t, promised.test(output), output, interference)
  })
}
