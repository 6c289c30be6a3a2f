'use strict'

// The guide, typed in a terminal, with load: what a learner of six chapters sees, with mistakes.

const { spawn } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const path = require('path')
const { chromium } = require('playwright-core')
const t = require('tap')
const { launchOptions } = require('../../scripts/docs/browser')
const { LOOKS, missing, opener, violationsOf } = require('../browser')
const { left, okUnlessDisturbed, watchMachine } = require('../helper')
const { copyOfTheProject } = require('../reader')

const folder = copyOfTheProject(t)
const SHOWN = 80
t.setTimeout(400_000)

/**
 * Types `npm run learn <words>` in a pseudo-terminal of 80 columns.
 *
 * @param {string} words
 * @param {{ answer?: string, interruptAt?: RegExp }} [options] `answer`: typed when it asks. `interruptAt`: Ctrl-C is
 *   pressed when it has printed that
 */
async function learn (words, { answer, interruptAt } = {}) {
  const line = `stty cols ${SHOWN}; npm run -s learn ${words}`
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    cwd: folder,
    env: { ...process.env, npm_config_cache: path.join(folder, 'npm'), npm_config_update_notifier: 'false' }
  })
  let output = ''
  child.stdout.on('data', function (text) {
    output += text
    if (answer && /\[y\/N\]/.test(output)) {
      child.stdin.write(`${answer}\n`)
      answer = undefined
    }
    if (interruptAt?.test(output)) {
      child.stdin.write('\u0003')
      interruptAt = undefined
    }
  })
  const [status] = await once(child, 'close')
  return { status, output: output.replaceAll('\r', '') }
}

const mine = () => left((args) => args.includes(folder))

t.test('six chapters in a terminal, with mistakes', async function (t) {
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
  t.match(await see('check'), { status: 0, output: /it fired after \d+ ms/ })

  await see('goto 7')
  await see('bet flat')
  t.match(await see('check 1 1'), { status: 1, output: /Not yet\./ })
  t.match(await see('check 50 1'), { status: 0 })

  await see('goto 9')
  await see('bet 10')
  await see('start')
  t.match(await see('check'), { status: 1, output: /there are 50 listeners/ })
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
  t.match(await see('check the linter'), { status: 0 })

  t.match(await see('reset 9', { answer: 'n' }), { status: 1, output: /Nothing was changed/ })
  t.match(state(), /"9": \{/)
  t.match(await see('reset 9', { answer: 'y' }), { status: 0, output: /begins anew/ })
  t.notMatch(state(), /"9": \{/)
  t.equal(fs.readFileSync(file, 'utf8'), fixed, 'the work is not the state')
  t.same(await mine(), [])

  const wide = read.flatMap((output) => output.split('\n')).filter((line) => line.length > SHOWN && !/^ {4}|^[-+ ]/.test(line))
  t.same(wide, [], 'every line fits')
})

t.test('a case in a terminal, with a wrong diagnosis and a wrong cure', async function (t) {
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
  t.match(await see('answer waiting my-work/cases/08-basket/index.js:33'), { status: 0, output: /Right, the kind and/ })
  t.match(await see('check'), { status: 1, output: /at the same time: 1\./ })
  const file = path.join(folder, 'my-work/cases/08-basket/index.js')
  const sick = fs.readFileSync(file, 'utf8')
  fs.writeFileSync(file, sick.replace('of articles)', 'of articles.slice(1))'))
  t.match(await see('check'), { status: 1, output: /has another body/ }, 'to leave something out is no cure')
  const [, loop] = /( {4}const lines = \[\][^]*?\n {4}\}\n)/.exec(sick)
  const cure = '    const lines = await Promise.all(articles.map(async (article) => ({ article, cents: await priceOf(article) })))\n'
  fs.writeFileSync(file, sick.replace(loop, cure))
  const disturbance = watchMachine(t)
  const checked = await see('check')
  const isCured = /^Cured\.$/m.test(checked.output)
  okUnlessDisturbed(t, isCured, checked.output, disturbance)
  t.match(await see('cases'), { output: isCured ? /8 {2}Good customers.*cured/ : /8 {2}Good customers.*diagnosed/ })
  t.same(await mine(), [], 'nothing listens when it is over')

  const printed = read.flatMap((output) => output.split('\n'))
  t.same(printed.filter((line) => line.length > SHOWN && !/^ {4}/.test(line)), [], 'every line fits')
  await learn('goto 2')
})

t.test("a page of one's own", { skip: missing }, async function (t) {
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
