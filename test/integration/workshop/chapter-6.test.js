'use strict'

// One chapter of the workshop as a learner follows it, without a shell. macOS and Windows run this instead of the whole
// lesson.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { ROOT, hotPath } = require('../../support/helper')

const WORK = path.join(ROOT, 'my-work')

if (fs.existsSync(WORK)) t.bailout('my-work is there: run this in a clone of its own.')
t.teardown(() => fs.rmSync(WORK, { recursive: true, force: true }))

t.test('chapter 6: the profiler names the line, and the guide accepts it', async function (t) {
  const learn = (...words) => hotPath(['learn', ...words])
  t.match(await learn('goto', '6'), { status: 0 })
  t.match(await learn('bet', 'the listener'), { status: 0 })
  const profiled = await hotPath(['cpu-profile', '1', '--duration=3', '--no-open'])
  t.match(profiled, { status: 0, stdout: /util\.js:29/ })
  const wrong = await learn('check', 'index.js:1')
  t.not(wrong.status, 0)
  t.match(wrong.stdout, /^Not yet\./m)
  t.match(await learn('check', 'util.js:29'), { status: 0, stdout: /^Right\./m })
})
