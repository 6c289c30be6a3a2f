'use strict'

const path = require('path')
const { keepRun } = require('../base/kept-run')

/**
 * Keeps a page with its run; where a person reads along, tells where it is, and opens it.
 *
 * @param {string} page absolute path
 * @param {Record<string, any>} values the options
 */
async function showPage (page, { json, 'no-open': isClosed }) {
  const kept = keepRun(page, { reports: path.resolve('reports') })
  if (json) return
  console.log(`Page: ${path.relative(process.cwd(), kept)}`)
  if (!isClosed) await openPage(kept)
}

/**
 * Opens a page in the browser, where a person sits in front of one.
 *
 * @param {string} file
 */
async function openPage (file) {
  if (!process.stdout.isTTY || process.env.CI) return
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return
  const { default: open } = await import('open')
  const browser = await open(file)
  browser.on('error', () => {}) // the page is there, and its path is printed; a missing browser is no error
  browser.unref()
}

module.exports = { showPage }
