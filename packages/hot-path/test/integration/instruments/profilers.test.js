'use strict'

// Each profiler on step 1 and step 3: the functions in its record, and its page in a browser.

const fs = require('fs')
const path = require('path')
const { pathToFileURL } = require('url')
const { chromium } = require('playwright-core')
const t = require('tap')
const { launchOptions, missing } = require('../../support/browser')
const { ROOT, hotPath } = require('../../support/helper')

// Flame shows one function at a time. Without inlining, the hashing called by the listener can come first.
const PAGES = {
  flame: { drawn: 'canvas', next: 'Next hottest', shows: /util\.js/ },
  '0x': { drawn: 'canvas', shows: /Tiers/ },
  'cpu-profile': { drawn: 'svg rect >> visible=true', shows: /util\.js/ }
}
const LISTENER = fs
  .readFileSync(path.join(ROOT, 'steps/01-slow/util.js'), 'utf8')
  .split('\n')
  .findIndex((text) => text.includes("server.on('after'")) + 1

async function profile (t, instrument, step) {
  const { status, stdout, stderr } = await hotPath([instrument, step, '--json', '--duration=3'])
  t.equal(status, 0, stderr)
  const record = JSON.parse(stdout)
  t.match(record, { version: 1, command: instrument, node: process.version })
  t.equal(record.hottest.length, 10)
  t.ok(record.hottest.every(({ self }, i, all) => i === 0 || self <= all[i - 1].self), 'hottest first')
  return record
}

/** Opens a report in a browser. */
async function look (t, report, { drawn, next, shows }) {
  const browser = await chromium.launch(launchOptions)
  t.teardown(() => browser.close())
  const page = await browser.newPage()
  const errors = []
  page.on('pageerror', (err) => errors.push(err.message))
  await page.goto(pathToFileURL(report).href)
  await page.locator(drawn).first().waitFor()
  const texts = [await page.locator('body').innerText()]
  if (next) {
    await page.getByText(next).click()
    texts.push(await page.locator('body').innerText())
  }
  t.match(texts.join('\n'), shows)
  t.same(errors, [], 'no error')
}

for (const [instrument, page] of Object.entries(PAGES)) {
  t.test(`${instrument}: the hottest function of the application in step 1 is the after listener`, async function (t) {
    const { hottest, report } = await profile(t, instrument, '1')
    const app = hottest.find(({ kind }) => kind === 'app')
    t.match(app, { name: '(anonymous)', file: 'steps/01-slow/util.js', line: LISTENER })
    await t.test('its page shows the function', { skip: missing }, (t) => look(t, report, page))
  })
}

// For Clinic Flame and 0x, which count by the same V8 log: test/performance/promises.test.js
t.test("cpu-profile: step 3's hottest function belongs to Node", async function (t) {
  const { hottest } = await profile(t, 'cpu-profile', '3')
  t.match(hottest[0], { kind: 'node', file: /^node:/ })
})
