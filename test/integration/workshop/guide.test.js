'use strict'

// The guide in a terminal, under load: what a learner sees in six chapters, including mistakes.

const fs = require('fs')
const path = require('path')
const { chromium } = require('playwright-core')
const t = require('tap')
const { LOOKS, launchOptions, missing, opener, violationsOf } = require('../../../packages/hot-path/test/support/browser')
const { ROOT, left } = require('../../support/helper')
const { copyOfTheProject } = require('../../support/reader')
const { SHOWN, terminalIn } = require('../../support/terminal/index')

const folder = copyOfTheProject(t)
const learn = terminalIn(folder)
t.setTimeout(400_000)

const { samples } = JSON.parse(fs.readFileSync(path.join(ROOT, 'results/claims.json'), 'utf8'))

/** Writes the record that a learner's run would have left. The runs themselves are tested elsewhere. */
function leave (name, record) {
  const file = path.join(folder, 'reports', name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, JSON.stringify(record))
}

const mine = () => left((args) => args.includes(folder))

t.test('the guide leads through six chapters in a terminal, and handles mistakes', async function (t) {
  const read = []
  const see = async function (words, options) {
    const seen = await learn(words, options)
    read.push(seen.output)
    return seen
  }
  t.match(await see(''), { status: 0, output: /Chapter 1 of 15/ })
  await see('bet the hashing')
  t.match(await see('check'), { status: 0, output: /Right\./ })
  t.match(await see('next'), { output: /Chapter 2 of 15/ })
  await see('bet 5000')

  const state = () => fs.readFileSync(path.join(folder, 'my-work/state.json'), 'utf8')
  const before = state()
  const { status } = await see('check', { interruptAt: /it takes/ })
  t.not(status, 0, 'Ctrl-C ends a check')
  t.equal(state(), before, 'and what was done before is as it was')
  t.same(await mine(), [], 'no server is left')
  t.match(await see('check'), { status: 0, output: /Step 1 answered [\d.,]+ requests a second[^]*times too high/ })

  await see('goto 5')
  await see('bet after 500 ms')
  leave('compare/index.json', { samples: samples.filter(({ subject }) => /^offload/.test(subject)) })
  t.match(await see('check 500'), { status: 0, output: /the\s+timer\s+fired\s+after\s+\d+\s+ms/ })

  await see('goto 7')
  await see('bet flat')
  t.match(await see('check 1 1'), { status: 1, output: /Not yet\./ })
  t.match(await see('check 50 1'), { status: 0 })

  await see('goto 9')
  await see('bet 10')
  await see('start')
  t.match(await see('check'), { status: 1, output: /50 requests added 50 listeners/ })
  const file = path.join(folder, 'my-work/fix/util.js')
  const fixed = fs
    .readFileSync(file, 'utf8')
    .replace("require('events').defaultMaxListeners = Infinity\n\n", '')
    .replace('if (attachAfterEvent === true)', 'if (afterEventAttached === true)')
  fs.writeFileSync(file, fixed.replace("res.setHeader('Etag'", "res.setHeader('X-Etag'"))
  t.match(await see('check'), { status: 1, output: /no ETag any more/ }, 'a broken contract')
  fs.writeFileSync(file, fixed)
  t.match(await see('check'), { status: 0, output: /one listener[^]*times\s+as\s+many/ })

  await see('goto 12')
  await see('bet a customer')
  leave('gate/index.json', { verdict: 'fails' })
  t.match(await see('check the linter'), { status: 0 })

  t.match(await see('reset 9', { answer: 'n' }), { status: 1, output: /Nothing was changed/ })
  t.match(state(), /"9": \{/)
  t.match(await see('reset 9', { answer: 'y' }), { status: 0, output: /Chapter 9 is restarted/ })
  t.notMatch(state(), /"9": \{/)
  t.equal(fs.readFileSync(file, 'utf8'), fixed, 'the work is not the state')
  t.same(await mine(), [])

  const wide = read.flatMap((output) => output.split('\n')).filter((line) => line.length > SHOWN && !/^ {4}|^[-+ ]/.test(line))
  t.same(wide, [], 'every line fits')
})

t.test("report writes a page with the learner's own results", { skip: missing }, async function (t) {
  t.match(await learn('report'), { status: 0, output: /my-work\/report\.html/ })
  const content = fs.readFileSync(path.join(folder, 'my-work/report.html'), 'utf8')
  const browser = await chromium.launch(launchOptions)
  t.teardown(() => browser.close())
  const open = opener(browser, t.testdir())
  for (const look of LOOKS) {
    const { page, noticed, close } = await open(content, look)
    t.match(await page.locator('body').innerText(), /5000[^]*requests a second/)
    t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing sticks out')
    t.same(await violationsOf(page), [], 'axe finds nothing serious')
    t.same(noticed, [])
    await close()
  }
})
