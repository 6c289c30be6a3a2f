'use strict'

// The page of a comparison in a real browser: completeness and accessibility.

const { statSync } = require('fs')
const { chromium } = require('playwright-core')
const t = require('tap')
const { page: draw } = require('../../../src/comparison/page')
const { comparison } = require('../../support/comparison')
const { LOOKS, launchOptions, missing, opener, violationsOf } = require('../../support/browser')

const HOSTILE = '<img src=x onerror=alert(1)>'
const FOUR = comparison({
  '01-slow': { cpuUs: 9000, climb: 1.6 },
  '02-fixed-listener': { cpuUs: 90 },
  '03-optimized': { cpuUs: 30 },
  [HOSTILE]: { cpuUs: 22 }
})
const MANY = comparison(
  Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`a-server-with-a-long-name-${i}`, { cpuUs: 20 * 1.3 ** i }])
  ),
  { rounds: 50, generatorIsFull: true } // so it has validity warnings, too
)
t.test('the page of a comparison is complete and accessible', { skip: missing }, async function (t) {
  const folder = t.testdir()
  const browser = await chromium.launch(launchOptions)
  t.teardown(() => browser.close())

  const open = opener(browser, folder)

  const content = draw(FOUR, [{ subject: '01-slow', title: 'Clinic Doctor', href: '../01-slow/doctor.html' }])
  for (const look of LOOKS) {
    await t.test(`${look.width} px, ${look.colorScheme}`, async function (t) {
      const { page, noticed, close } = await open(content, look)
      const pictures = await page.locator('figure svg:visible').evaluateAll((all) =>
        all.map((svg) => ({
          name: svg.getAttribute('aria-label'),
          width: svg.getBoundingClientRect().width,
          drawn: svg.querySelectorAll('path').length,
          words: svg.querySelectorAll('text').length
        }))
      )
      t.equal(pictures.length, await page.locator('figure').count(), 'each figure shows one picture')
      t.ok(pictures.length >= 11, `${pictures.length} pictures`)
      for (const { name, width, drawn, words } of pictures) {
        t.ok(
          name && width > 250 && drawn > 8 && words > 4,
          `${name}: ${drawn} shapes, ${words} words, ${width} px wide`
        )
      }
      t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing sticks out')
      t.match(await page.locator('h1').innerText(), HOSTILE, 'a hostile name is text')
      t.same(await violationsOf(page), [], 'axe finds nothing serious')
      t.same(noticed, [], 'no error, no dialog, no request')
      await close()
    })
  }

  await t.test('the page of four subjects is small', async function (t) {
    const { file, close } = await open(content, { width: 1600, colorScheme: 'light' })
    const { size } = statSync(file)
    t.ok(size < 2e6, `${size} bytes`)
    await close()
  })

  await t.test('the page of twenty subjects and fifty rounds is legible', async function (t) {
    const { file, page, noticed, close } = await open(draw(MANY), { width: 360, colorScheme: 'dark' })
    t.ok(statSync(file).size < 10e6, `${statSync(file).size} bytes`)
    t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing sticks out')
    t.match(await page.locator('.doubts').innerText(), '--driver=wrk')
    const [narrow] = await page.locator('figure svg:visible').all()
    t.ok((await narrow.boundingBox()).height > 20 * 20, 'a line of text for each subject')
    t.same(noticed, [])
    await close()
  })

  await t.test('the printed page contains the numbers', async function (t) {
    const { page, close } = await open(content, { width: 1600, colorScheme: 'dark' })
    await page.emulateMedia({ media: 'print' })
    t.ok(await page.locator('details table').first().isVisible(), 'what is folded on the screen is not on paper')
    await close()
  })
})
