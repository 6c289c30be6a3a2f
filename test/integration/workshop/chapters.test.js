'use strict'

// Runs the commands of the workshop and of the experiments' pages in the learner's order, with less load.
// What the texts promise about their output is tested separately: test/performance/promises.test.js.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { TEXTS } = require('../../../scripts/docs/build')
const { facts, studied, underLoad } = require('../../../trials/studies/promises')
const { chaptersOf, copyOfTheProject, onceEach, shortened, type } = require('../../support/reader')

const folder = copyOfTheProject(t)
t.setTimeout(600_000)

/** Makes the edit that a learner makes in chapter 9. */
function fix () {
  const file = path.join(folder, 'my-work/fix/util.js')
  const fixed = fs
    .readFileSync(file, 'utf8')
    .replace("require('events').defaultMaxListeners = Infinity\n\n", '')
    .replace('if (attachAfterEvent === true)', 'if (afterEventAttached === true)')
  fs.writeFileSync(file, fixed)
}

const isTried = onceEach(folder)
const chapters = chaptersOf(['WORKSHOP.md', ...TEXTS.filter((text) => text.startsWith('experiments/'))])

for (const { title, lines } of chapters) {
  t.test(title, async function (t) {
    for (const line of lines.filter((line) => !(line in underLoad))) {
      if (!(line in facts) && isTried(t, line)) continue
      const { isGood, status, output } = await type(line in facts ? line : shortened(line), folder)
      t.ok(isGood, `${line}: status ${status}. ${isGood ? '' : output.slice(-500)}`)
      if (line === 'npm run learn start') fix()
      if (line in facts) t.match(output, facts[line])
    }
  })
}

t.test('every promise refers to a command in the texts', async function (t) {
  const all = chapters.flatMap(({ lines }) => lines)
  for (const line of Object.keys({ ...facts, ...underLoad, ...studied })) t.ok(all.includes(line), line)
})
