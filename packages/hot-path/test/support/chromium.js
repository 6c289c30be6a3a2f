'use strict'

const { existsSync } = require('fs')

const places = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Options to start the machine's own browser, because playwright-core brings none. */
const launchOptions = {
  executablePath: places.find((place) => place && existsSync(place)) ?? '/usr/bin/chromium',
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run'
  ]
}

module.exports = { launchOptions }
