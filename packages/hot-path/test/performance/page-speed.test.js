'use strict'

// The time that a browser takes to draw the pages of two comparisons.

const { chromium } = require('playwright-core')
const t = require('tap')
const { page: draw } = require('../../src/comparison/page')
const { comparison } = require('../support/comparison')
const { launchOptions, missing, opener } = require('../support/browser')
const { okUnlessBusy, watchMachine } = require('../support/performance')

const serversOf = (count) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`server-${i}`, { cpuUs: 20 * 1.3 ** i }]))
const pages = {
  'four servers in eight rounds': [comparison(serversOf(4)), 1000],
  'twenty servers in fifty rounds': [comparison(serversOf(20), { rounds: 50, generatorIsFull: true }), 3000]
}

t.test('the pages are drawn within their time limits', { skip: missing }, async function (t) {
  const browser = await chromium.launch(launchOptions)
  t.teardown(() => browser.close())
  const open = opener(browser, t.testdir())
  for (const [what, [compared, mostMs]] of Object.entries(pages)) {
    const interference = watchMachine(t)
    const { page, close } = await open(draw(compared), { width: 1600, colorScheme: 'light' })
    const ms = await page.evaluate(() => performance.getEntriesByType('navigation')[0].loadEventEnd)
    okUnlessBusy(t, ms < mostMs, `${what}: drawn in ${Math.round(ms)} ms`, interference)
    await close()
  }
})
