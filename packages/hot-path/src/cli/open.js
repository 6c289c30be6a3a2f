'use strict'

/**
 * Opens a report in the browser, where a person sits in front of one.
 *
 * @param {string} file
 */
async function openReport (file) {
  if (!process.stdout.isTTY || process.env.CI) return
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return
  const { default: open } = await import('open')
  const browser = await open(file)
  browser.on('error', () => {}) // the report is there, and its path is printed; a missing browser is no error
  browser.unref()
}

module.exports = { openReport }
