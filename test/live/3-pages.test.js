'use strict'

// The reports of the tests before, opened in a real browser: does a person see something?

const { existsSync, readFileSync } = require('fs')
const path = require('path')
const { pathToFileURL } = require('url')
const { chromium } = require('playwright-core')
const t = require('tap')
const { launchOptions } = require('../../scripts/docs/browser')
const { ROOT, hotPath, okUnlessDisturbed, watchMachine } = require('../helper')

const pages = [
  {
    report: '01-slow/doctor.html',
    shows: 'Detected a potential Event Loop issue',
    drawn: '#graph svg path >> visible=true'
  },
  // Flame shows one function at a time. Without inlining, the hashing that our listener calls can be before it.
  { report: '01-slow/flame.html', shows: 'util.js', drawn: 'canvas', next: 'Next hottest' },
  { report: '01-slow/0x.html', shows: 'Tiers', drawn: 'canvas' },
  { report: '01-slow/cpu-profile.html', shows: 'util.js', drawn: 'svg rect >> visible=true' }
]

/**
 * The tests of the instruments leave these reports. A run of this one alone, or first, has them made here. So has a
 * Doctor who was misled by a neighbour: three times at most.
 */
async function made (report) {
  for (let i = 0; i < 3 && !isThere(path.join(ROOT, 'reports', report)); i++) {
    const { status, stderr } = await hotPath([path.parse(report).name, '1', '--no-open'])
    if (status !== 0) throw new Error(stderr)
  }
  return isThere(path.join(ROOT, 'reports', report))
}

function isThere (file) {
  if (!existsSync(file)) return false
  const { issue = 'event-loop' } = JSON.parse(readFileSync(file.replace(/html$/, 'json'), 'utf8'))
  return issue === 'event-loop'
}

const missing = !existsSync(launchOptions.executablePath) && 'no Chromium here: apt-get install chromium'

t.test('the reports show what they should', { skip: missing }, async function (t) {
  const browser = await chromium.launch(launchOptions)
  t.teardown(() => browser.close())
  for (const { report, shows, drawn, next } of pages) {
    const disturbance = watchMachine(t)
    const isMade = await made(report)
    okUnlessDisturbed(t, isMade, `${report} was ${isMade ? '' : 'not '}made`, disturbance)
    if (!isMade) continue
    const page = await browser.newPage()
    const errors = []
    page.on('pageerror', (err) => errors.push(err.message))
    await page.goto(pathToFileURL(path.join(ROOT, 'reports', report)).href)
    await page.locator(drawn).first().waitFor()
    const texts = [await page.locator('body').innerText()]
    if (next) {
      await page.getByText(next).click()
      texts.push(await page.locator('body').innerText())
    }
    t.match(texts.join('\n'), new RegExp(shows, 'i'), `${report} shows "${shows}"`)
    t.same(errors, [], `${report} has no error`)
    await page.close()
  }
})
