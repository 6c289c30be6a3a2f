'use strict'

// Recreates the images of the texts: npm run docs:images [names...]
// Images of instruments come from real runs, charts of comparisons and labs from results/.

const fs = require('fs')
const os = require('os')
const path = require('path')
const { pathToFileURL } = require('url')
const { chromium } = require('playwright-core')
const { inspect, instruments, toSubject, writeJson } = require('hot-path/testing')
const { comparisonPage: drawComparison } = require('hot-path/reporting')
const { page: drawYes } = require('../../../labs/yes/lib/page')
const { page: drawFrameworks } = require('../../../labs/frameworks/lib/page')
const contract = require('../../../labs/frameworks/contract')
const { launchOptions } = require('../../../packages/hot-path/test/support/chromium')
const config = require('../../config')

const ROOT = path.resolve(__dirname, '../../..')
const WORKLOAD = { connections: 100, durationSeconds: 10 }
const REDRAWN_MS = 1000

/**
 * @typedef {object} Report
 * @property {string} name of the image
 * @property {string} subject
 * @property {string} [path]
 * @property {string} instrument
 * @property {string} waitFor selector that matches once the page is drawn
 * @property {number} height
 * @property {string} [results] file in results/ that the record is saved in, too
 * @property {Record<string, (page: import('playwright-core').Page) => Promise<unknown>>} [after] more images of the
 *   same page, by name; each function changes the page first
 */

/** @type {Report[]} */
const reports = [
  { name: 'doctor-1', subject: '1', instrument: 'doctor', waitFor: 'text=Event Loop', height: 800 },
  {
    name: 'flame-1',
    subject: '1',
    instrument: 'flame',
    waitFor: 'canvas',
    height: 700,
    after: {
      'flame-1-search': (page) => page.getByRole('textbox', { name: 'Search...' }).fill('send'),
      'flame-1-v8': async function (page) {
        await page.getByRole('textbox', { name: 'Search...' }).fill('')
        await page.locator('#filters-bar').getByText('V8', { exact: true }).click()
      }
    }
  },
  { name: 'doctor-2', subject: '2', instrument: 'doctor', waitFor: 'text=CPU Usage', height: 800 },
  { name: 'flame-2', subject: '2', instrument: 'flame', waitFor: 'canvas', height: 700, results: 'lesson-flame.json' },
  { name: 'flame-3', subject: '3', instrument: 'flame', waitFor: 'canvas', height: 700 },
  { name: '0x-1', subject: '1', instrument: '0x', waitFor: 'canvas', height: 500 },
  {
    name: 'flame-node-tuned',
    subject: 'labs/frameworks/contestants/node-tuned.js',
    path: contract.path,
    instrument: 'flame',
    waitFor: 'canvas',
    height: 560,
    results: 'lab-frameworks-flame.json'
  }
]

/** Profile by V8's own profiler, on a page of hot-path. */
const profile = { name: 'noop-listener', subject: 'noop-listener', title: 'CPU time of' }

/** Charts on the pages that are drawn from results/, identified by the beginning of their titles. */
const figures = [
  { name: 'throughput', from: 'compare', title: 'Requests per second' },
  { name: 'cpu-over-time', from: 'compare', title: 'CPU time per request during the load' },
  { name: 'what-changed', from: 'compare', title: 'From 02-fixed-listener to 03-optimized' },
  { name: 'frameworks-single', from: 'lab-frameworks', title: 'Requests per second, single' },
  { name: 'yes-rate', from: 'lab-yes', title: 'Mean rate' },
  { name: 'yes-memory', from: 'lab-yes', title: 'Memory of the writer' }
]

/** The summary of a job, as GitHub draws Markdown, from results/action-study.json. */
const summary = { name: 'action-summary', pull: 'a slow line' }
const GITHUB_STYLE = `main { font: 16px/1.5 system-ui, sans-serif; width: 860px; padding: 24px; color: #1f2328 }
h3 { font-size: 20px; margin: 0 0 16px } table { border-collapse: collapse; margin-bottom: 16px }
th, td { border: 1px solid #d1d9e0; padding: 6px 13px; text-align: left } tr:nth-child(2n) { background: #f6f8fa }
code { background: #818b981f; border-radius: 6px; padding: 3px 6px; font-size: 85% }`

/** @type {Record<string, (record: any) => string>} */
const drawers = { compare: drawComparison, 'lab-frameworks': drawFrameworks, 'lab-yes': drawYes }

/**
 * @param {import('playwright-core').Browser} browser
 * @param {Report} picture
 */
async function shootReport (browser, { name, instrument, waitFor, height, results, after = {}, ...about }) {
  const subject = toSubject(about.subject, { path: about.path, config })
  const { report, load, ...finding } = await inspect(
    instruments[instrument],
    subject,
    { path: subject.path, ...WORKLOAD },
    { reports: path.join(ROOT, 'reports') }
  )
  if (results) writeJson(path.join(ROOT, 'results', results), finding)
  const page = await browser.newPage({ viewport: { width: 1280, height } })
  await page.goto(pathToFileURL(report).href)
  await page.locator(waitFor).first().waitFor()
  await keep(page, name)
  for (const [another, act] of Object.entries(after)) {
    await act(page)
    await page.waitForTimeout(REDRAWN_MS) // a canvas emits no event when it is drawn
    await keep(page, another)
  }
  await page.close()
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} folder for the page
 */
async function shootProfile (browser, folder) {
  const { name, subject: id, title } = profile
  const subject = toSubject(id, { config })
  const workload = { path: subject.path, ...WORKLOAD }
  const { report } = await inspect(instruments['cpu-profile'], subject, workload, { reports: folder })
  await shootFigure(browser, { name, title }, report)
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {typeof figures[0]} picture
 * @param {string} folder for the page
 */
async function shootResults (browser, { name, from, title }, folder) {
  const file = path.join(folder, `${from}.html`)
  fs.writeFileSync(file, drawers[from](JSON.parse(fs.readFileSync(path.join(ROOT, 'results', `${from}.json`), 'utf8'))))
  await shootFigure(browser, { name, title }, file)
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {{ name: string, title: string }} picture `title`: beginning of the figure's title
 * @param {string} file page of hot-path, HTML
 */
async function shootFigure (browser, { name, title }, file) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const page = await browser.newPage({ viewport: { width: 800, height: 900 }, deviceScaleFactor: 2, colorScheme })
    await page.goto(pathToFileURL(file).href)
    await page.addStyleTag({ content: 'details { display: none } figure { margin: 0; padding: 12px }' })
    await keep(page.locator('figure', { hasText: title }), `${name}-${colorScheme}`)
    await page.close()
  }
}

/** @param {import('playwright-core').Browser} browser */
async function shootSummary (browser) {
  const { marked } = await import('marked')
  const { pulls } = JSON.parse(fs.readFileSync(path.join(ROOT, 'results/action-study.json'), 'utf8'))
  const { summary: text } = pulls.find((/** @type {{ name: string }} */ { name }) => name === summary.pull)
  const page = await browser.newPage({ deviceScaleFactor: 2 })
  await page.setContent(`<style>${GITHUB_STYLE}</style><main>${await marked.parse(text)}</main>`)
  await keep(page.locator('main'), summary.name)
  await page.close()
}

/**
 * @param {import('playwright-core').Page | import('playwright-core').Locator} seen
 * @param {string} name
 */
async function keep (seen, name) {
  const file = path.join('docs', 'images', `${name}.png`)
  await seen.screenshot({ path: path.join(ROOT, file), animations: 'disabled' })
  console.error(file)
}

/** @param {string[]} names of the images to make; all if empty */
async function main (names) {
  const wanted = (/** @type {{ name: string }} */ { name }) => names.length === 0 || names.includes(name)
  const browser = await chromium.launch(launchOptions)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-images-'))
  try {
    for (const figure of figures.filter(wanted)) await shootResults(browser, figure, folder)
    if (wanted(profile)) await shootProfile(browser, folder)
    if (wanted(summary)) await shootSummary(browser)
    for (const report of reports.filter(wanted)) await shootReport(browser, report)
  } finally {
    await browser.close()
    fs.rmSync(folder, { recursive: true })
  }
}

main(process.argv.slice(2))
