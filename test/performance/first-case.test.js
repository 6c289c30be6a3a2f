'use strict'

// The case that `learn cases new` writes is proven as it is, and no longer if one of its answers is wrong.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { hotPath } = require('../support/helper')

t.test('a new case is proven: check-up, solution, wrong changes', async function (t) {
  const folder = t.testdir()
  const learn = (...words) => hotPath(['learn', ...words], { cwd: folder })
  t.match(await learn('cases', 'new', 'mine'), { status: 0, stdout: /learn cases check mine\nThen change it into yours: docs\/cases\.md/ })
  const { status, stdout, stderr } = await learn('cases', 'check', 'mine')
  t.equal(status, 0, stderr)
  const steps = stdout.trim().split('\n').filter((line) => /^(right|WRONG): /.test(line)).map((line) => line.split('. ')[0])
  t.match(steps, [
    /^right: check-up: event-loop index\.js:1\d/,
    'right: as it is: not cured',
    'right: solution: cured',
    'right: wrong-another-hash: not cured',
    'right: wrong-only-the-length: not cured'
  ])

  const answers = path.join(folder, 'mine/answers.md')
  const [lesson, solution, wrong] = fs.readFileSync(answers, 'utf8').split(/^(?=# )/m)
  const asSolution = wrong.replace(/^# .*/, '# Solution')
  const asWrong = solution.replace(/^# .*/, '# Wrong: the-solution\n\nhashes computed')
  fs.writeFileSync(answers, lesson + asSolution + asWrong)
  const other = await learn('cases', 'check', 'mine')
  t.equal(other.status, 1)
  t.match(other.stdout, /^WRONG: solution: not cured[^]*^WRONG: wrong-the-solution: cured[^]*^The case is not proven yet\.$/m)
})
