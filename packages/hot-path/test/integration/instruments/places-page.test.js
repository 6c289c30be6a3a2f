'use strict'

// hot-path's own pages in a browser: first screen, source locations, flame graphs, timelines of requests.

const fs = require('fs')
const path = require('path')
const { chromium } = require('playwright-core')
const t = require('tap')
const { page: checkupPage } = require('../../../src/checkup/page')
const { findingsOf } = require('../../../src/checkup/findings/index')
const { toWindow } = require('../../../src/checkup/window')
const { gatePage } = require('../../../src/gate/page')
const instruments = require('../../../src/instruments/index')
const { SourceMaps } = require('../../../src/source/source-maps')
const { examination } = require('../../support/examination')
const { LOOKS, launchOptions, missedOnFirstScreen, missing, opener, violationsOf } = require('../../support/browser')

const HOSTILE = '<script>alert(1)</script>.js'
const SUBJECT = { id: HOSTILE, title: HOSTILE, file: HOSTILE, entry: HOSTILE, path: '/' }

/** Writes a source file whose lines are wider than a phone's screen. */
function sourceIn (folder) {
  const file = path.join(folder, 'a-file-with-a-long-name-that-has-to-be-broken.js')
  const lines = Array.from({ length: 9 }, (_, i) => `  const line${i} = '${'x'.repeat(150)}'`)
  fs.writeFileSync(file, [...lines, "list.push('<b>')"].join('\n'))
  return file
}

function seenWaits (file) {
  const frame = (line) => ({ file, line, column: 3, function: '<b>' })
  const wait = (line, atMs) => ({
    atMs,
    ms: 20,
    loopDelayMs: 2,
    type: 'PROMISE',
    via: 'TCP',
    frames: [frame(line)],
    awaits: [],
    begunAt: [],
    begunIn: null,
    middleware: [],
    target: 'GET http://127.0.0.1:1/<i>',
    queue: line === 3,
    releasedBy: [frame(5)],
    heldAt: null
  })
  const requests = Array.from({ length: 8 }, (_, i) => ({
    route: 'GET /<i>',
    ms: 60 + i,
    runningMs: 5,
    status: 200,
    finished: true,
    operations: 4,
    waits: [wait(3, 5), wait(4, 30)]
  }))
  return { requests, seen: 80, overheadMs: 3, connections: [{ address: '127.0.0.1:1', count: 2, busy: 1.5 }] }
}

function seenHeap (file) {
  const frame = (functionName, url, lineNumber) => ({ functionName, url, lineNumber, columnNumber: 0, scriptId: '1' })
  const inner = { callFrame: frame('<b>', file, 2), selfSize: 4e6, id: 3, children: [] }
  const outer = { callFrame: frame('emit', 'node:events', 9), selfSize: 1e6, id: 2, children: [inner] }
  const bytes = (heapUsedBytes) => ({ heapUsedBytes, externalBytes: 0 })
  return {
    before: { metrics: bytes(1e6) },
    metrics: bytes(9e6),
    served: 1000,
    functions: [],
    retainer: { file, path: ['<b>', 'list'], type: 'Array', list: null, entries: 1000, requests: 1000, bytes: 8e6, share: 0.9 },
    profile: { head: { callFrame: frame('(root)', '', -1), selfSize: 0, id: 1, children: [outer] } }
  }
}

function seenCpu (file) {
  const frame = (functionName, url, lineNumber) => ({ functionName, url, lineNumber, columnNumber: 0, scriptId: '1' })
  return {
    nodes: [
      { id: 1, callFrame: frame('(root)', '', -1), children: [2] },
      { id: 2, callFrame: frame('emit', 'node:events', 9), children: [3] },
      { id: 3, callFrame: frame('<b>', file, 2) }
    ],
    samples: [2, 3],
    timeDeltas: [0, 1000, 9000]
  }
}

function gatePart (file) {
  const witness = { verdict: 'fails', ratio: 1.1, interval: [1.08, 1.12], reason: null, outliers: [] }
  const frames = [{ name: '<b>', file, line: 3, kind: 'app' }]
  return {
    name: HOSTILE,
    result: {
      verdict: 'fails',
      counts: [],
      doubts: [{ name: 'host-bound', spoils: [], sentence: '<i>Other programs ran.</i>', remedy: 'Close them.' }],
      judgedBy: [],
      witnesses: { serverCpuUsPerRequest: witness }
    },
    session: { machine: { cores: 2 }, plan: {}, samples: [] },
    headline: '<i>slower</i>',
    notes: ['<i>note</i>'],
    about: { baseline: HOSTILE },
    candidate: { entry: file },
    grown: {
      functions: [{ name: '<b>', file, line: 3, kind: 'app', beforeUs: 8, afterUs: 31, calledFrom: '<i>' }],
      changes: [],
      stacks: { before: [{ weight: 8, frames }], after: [{ weight: 31, frames }] }
    },
    links: [{ title: '<i>', href: 'cpu-profile.html' }]
  }
}

/** Returns each page, drawn from the results of an instrument. */
async function pagesIn (folder) {
  const file = sourceIn(folder)
  const load = { requestsPerSecond: 100 }
  const seen = {
    waits: { seen: seenWaits(file), before: load, during: load },
    heap: { allocated: seenHeap(file), retained: seenHeap(file) },
    'cpu-profile': { main: seenCpu(file), all: null }
  }
  fs.writeFileSync(path.join(folder, 'before.cpuprofile'), JSON.stringify(seenCpu(file)))
  const pages = {}
  for (const [name, found] of Object.entries(seen)) {
    await instruments[name].read(folder, SUBJECT, { disturbance: null, load: null, sources: new SourceMaps(), found })
    pages[name] = fs.readFileSync(path.join(folder, 'report.html'), 'utf8')
  }
  const made = examination({ noise: 0.05, seed: 1, cpuMs: 20 })
  const window = toWindow(made)
  const places = [{ file, line: 3, column: 1, function: '<b>', share: 0.9, of: 'the time', why: '<i>because</i>' }]
  const findings = findingsOf(window).map((finding) => ({ ...finding, places }))
  return {
    ...pages,
    gate: gatePage([gatePart(file)], 'fails'),
    gates: gatePage([gatePart(file), gatePart(file)], 'fails'),
    checkup: checkupPage({ subject: SUBJECT, examination: made, window, findings })
  }
}

t.test('pages with source locations are complete and accessible', { skip: missing }, async function (t) {
  const folder = t.testdir()
  const browser = await chromium.launch(launchOptions)
  t.teardown(() => browser.close())
  const open = opener(browser, folder)
  for (const [name, content] of Object.entries(await pagesIn(folder))) {
    for (const look of LOOKS) {
      await t.test(`${name}, ${look.width} px, ${look.colorScheme}`, async function (t) {
        const { page, noticed, close } = await open(content, look)
        t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing sticks out')
        const hostile = name.startsWith('gate') ? 'body' : 'h1'
        t.match(await page.locator(hostile).innerText(), HOSTILE, 'a hostile path is text')
        t.ok((await page.locator('.places mark').count()) >= 1, 'the source line is shown')
        t.same(await violationsOf(page), [], 'axe finds nothing serious')
        t.same(noticed, [], 'no error, no dialog, no request')
        await close()
      })
    }
  }
})

const SCREENS = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' }
]

t.test('the first screen says what is wrong, where, what to do next, and has a chart', { skip: missing }, async function (t) {
  const folder = t.testdir()
  const browser = await chromium.launch(launchOptions)
  t.teardown(() => browser.close())
  const open = opener(browser, folder)
  for (const [name, content] of Object.entries(await pagesIn(folder))) {
    for (const screen of SCREENS) {
      const { page, close } = await open(content, screen)
      t.same(
        await missedOnFirstScreen(page, ['.verdict', '.lead mark', '.lead .next', '.lead svg']),
        [],
        `${name}, ${screen.width} px`
      )
      const lines = await page.locator('.places > li > p:first-child').allInnerTexts()
      t.equal(new Set(lines).size, lines.length, 'each source line is shown once')
      await close()
    }
  }
})
