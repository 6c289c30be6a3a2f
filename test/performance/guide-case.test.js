'use strict'

// A case of the guide in a terminal: a wrong diagnosis, a wrong cure, and the right cure, which is judged by a ratio.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { left } = require('../support/helper')
const { okUnlessBusy, watchMachine } = require('../../packages/hot-path/test/support/performance')
const { copyOfTheProject } = require('../support/reader')
const { SHOWN, terminalIn } = require('../support/terminal/index')

const folder = copyOfTheProject(t)
const learn = terminalIn(folder)
t.setTimeout(400_000)

const mine = () => left((args) => args.includes(folder))

t.test('a case rejects a wrong diagnosis and a wrong cure, and accepts the right ones', async function (t) {
  const read = []
  const see = async function (words, options) {
    const seen = await learn(words, options)
    read.push(seen.output)
    return seen
  }
  t.match(await see('cases'), { status: 0, output: /8 {2}Good customers/ })
  t.match(await see('start 8'), { status: 0, output: /Case 8: Good customers/ })
  t.match(await see('answer event-loop index.js:28'), { status: 1, output: /It is not event-loop/ })
  t.match(await see('hint'), { status: 0, output: /2 more/ })
  t.match(await see('answer waiting my-work/cases/08-basket/index.js:33'), { status: 0, output: /Right: the finding and/ })
  t.match(await see('check'), { status: 1, output: /at the same time: 1\./ })
  const file = path.join(folder, 'my-work/cases/08-basket/index.js')
  const sick = fs.readFileSync(file, 'utf8')
  fs.writeFileSync(file, sick.replace('of articles)', 'of articles.slice(1))'))
  t.match(await see('check'), { status: 1, output: /has another body/ }, 'to leave something out is no cure')
  const [, loop] = /( {4}const lines = \[\][^]*?\n {4}\}\n)/.exec(sick)
  const cure = '    const lines = await Promise.all(articles.map(async (article) => ({ article, cents: await priceOf(article) })))\n'
  fs.writeFileSync(file, sick.replace(loop, cure))
  const interference = watchMachine(t)
  const checked = await see('check')
  const isCured = /^Cured\.$/m.test(checked.output)
  okUnlessBusy(t, isCured, checked.output, interference)
  t.match(await see('cases'), { output: isCured ? /8 {2}Good customers.*cured/ : /8 {2}Good customers.*diagnosed/ })
  t.same(await mine(), [], 'nothing listens when it is over')

  const printed = read.flatMap((output) => output.split('\n'))
  t.same(printed.filter((line) => line.length > SHOWN && !/^ {4}/.test(line)), [], 'every line fits')
})
