'use strict'

// Opens pages in a browser, wide and narrow, light and dark.

const { existsSync, readFileSync, writeFileSync } = require('fs')
const path = require('path')
const { pathToFileURL } = require('url')
const { launchOptions } = require('./chromium')

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

const LOOKS = [320, 360, 1600].flatMap((width) => ['light', 'dark'].map((colorScheme) => ({ width, colorScheme })))

const missing = !existsSync(launchOptions.executablePath) && 'no Chromium here: apt-get install chromium'

/** Returns a function that opens pages and records their errors, dialogs and requests. */
function opener (browser, folder) {
  return async function (content, { width, height = 900, colorScheme }) {
    const file = path.join(folder, 'index.html')
    writeFileSync(file, content)
    // The page runs no scripts, but axe must.
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, bypassCSP: true })
    const page = await context.newPage()
    const noticed = []
    page.on('console', (message) => noticed.push(message.text()))
    page.on('pageerror', (err) => noticed.push(err.message))
    page.on('dialog', (dialog) => noticed.push(dialog.message()))
    page.on('request', (request) => request.url() === pathToFileURL(file).href || noticed.push(request.url()))
    await page.goto(pathToFileURL(file).href)
    return { file, page, noticed, close: () => context.close() }
  }
}

/** @returns {Promise<string[]>} the violations that axe rates serious or critical */
async function violationsOf (page) {
  await page.evaluate(AXE)
  const { violations } = await page.evaluate(() => window.axe.run())
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0].html}`)
}

/** @returns {Promise<string[]>} which of these selectors match nothing that begins on the first screen */
async function missedOnFirstScreen (page, selectors) {
  return page.evaluate(
    (selectors) =>
      selectors.filter((selector) => {
        const shown = [...document.querySelectorAll(selector)].find((one) => one.getBoundingClientRect().height > 0)
        return !shown || shown.getBoundingClientRect().top > window.innerHeight
      }),
    selectors
  )
}

module.exports = { LOOKS, launchOptions, missedOnFirstScreen, missing, opener, violationsOf }
