'use strict'

// The pages of the labs, of the recorded comparison and of a learner, in a browser.

const { readFileSync } = require('fs')
const path = require('path')
const { chromium } = require('playwright-core')
const t = require('tap')
const { comparisonPage } = require('hot-path/reporting')
const { page: frameworksPage } = require('../../../labs/frameworks/lib/page')
const { page: yesPage } = require('../../../labs/yes/lib/page')
const { drawReport } = require('../../../scripts/learn/report')
const {
  launchOptions, missedOnFirstScreen, missing, opener, violationsOf
} = require('../../../packages/hot-path/test/support/browser')

const recordIn = (name) => JSON.parse(readFileSync(path.resolve(__dirname, '../../../results', `${name}.json`), 'utf8'))
const passed = { measured: '42 <i>', saw: ['<b>'] }
const pages = {
  compare: comparisonPage(recordIn('compare')),
  'lab-frameworks': frameworksPage(recordIn('lab-frameworks')),
  'lab-yes': yesPage(recordIn('lab-yes')),
  learn: drawReport({
    chapters: [{ number: 1, title: '<b>', question: '<i>' }],
    cases: [{ id: 'one', number: 1, title: '<b>' }],
    state: {
      chapters: { 1: { bet: { text: '<i>' }, hints: 1, passed } },
      cases: { one: { diagnosed: ['<i>'], hints: 1, cured: '2026-11-27T10:00:00.000Z' } }
    },
    work: __dirname
  })
}
const SCREENS = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' }
]

t.test('each page leads with its result, and is accessible', { skip: missing }, async function (t) {
  const browser = await chromium.launch(launchOptions)
  t.teardown(() => browser.close())
  const open = opener(browser, t.testdir())
  for (const [name, content] of Object.entries(pages)) {
    for (const screen of SCREENS) {
      await t.test(`${name}, ${screen.width} px`, async function (t) {
        const { page, noticed, close } = await open(content, screen)
        const leading = name === 'learn' ? ['.verdict', '.lead .next'] : ['.verdict', '.lead svg']
        t.same(await missedOnFirstScreen(page, leading), [])
        t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing sticks out')
        t.same(await violationsOf(page), [], 'axe finds nothing serious')
        t.same(noticed, [], 'no error, no dialog, no request')
        await close()
      })
    }
  }
})
