'use strict'

// Makes the pictures of WORKSHOP.md again, from real runs: npm run docs:images

const path = require('path')
const { pathToFileURL } = require('url')
const { chromium } = require('playwright-core')
const { inspect } = require('../../harness/inspect')
const instruments = require('../../harness/instruments')
const { toSubject } = require('../subjects')
const { launchOptions } = require('./browser')

const ROOT = path.resolve(__dirname, '../..')
const WORKLOAD = { connections: 100, durationSeconds: 10 }

/** @type {{ file: string, step: string, instrument: string, waitFor: string, height: number }[]} */
const pictures = [
  { file: 'doctor-1', step: '1', instrument: 'doctor', waitFor: 'text=Event Loop', height: 800 },
  { file: 'flame-1', step: '1', instrument: 'flame', waitFor: 'canvas', height: 700 },
  { file: 'doctor-2', step: '2', instrument: 'doctor', waitFor: 'text=CPU Usage', height: 800 },
  { file: 'flame-2', step: '2', instrument: 'flame', waitFor: 'canvas', height: 700 },
  { file: 'flame-3', step: '3', instrument: 'flame', waitFor: 'canvas', height: 700 },
  { file: '0x-1', step: '1', instrument: '0x', waitFor: 'canvas', height: 500 }
]

async function main () {
  const browser = await chromium.launch(launchOptions)
  for (const { file, step, instrument, waitFor, height } of pictures) {
    const subject = toSubject(step)
    const { report } = await inspect(instruments[instrument], subject, { path: subject.path, ...WORKLOAD }, { reports: path.join(ROOT, 'reports') })
    const page = await browser.newPage({ viewport: { width: 1280, height } })
    await page.goto(pathToFileURL(report).href)
    await page.locator(waitFor).first().waitFor()
    await page.screenshot({ path: path.join(ROOT, 'docs', 'images', `${file}.png`), animations: 'disabled' })
    await page.close()
    console.error(`docs/images/${file}.png`)
  }
  await browser.close()
}

main()
