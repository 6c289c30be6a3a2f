'use strict'

// The processes and pages of the instruments. Their findings: integration/instruments/profilers.test.js.

const fs = require('fs')
const path = require('path')
const { pathToFileURL } = require('url')
const { chromium } = require('playwright-core')
const t = require('tap')
const zeroX = require('0x')
const { begin, processes } = require('../support/helper')
const { hottest } = require('../../src/source/hottest')
const { readable, sanitize, sanitizeFile } = require('../../src/instruments/third-party-pages')
const { fromCpuProfile } = require('../../src/source/stacks')
const { launchOptions } = require('../support/browser')

const SHORT = ['--path=/', '--duration=0.5', '--connections=5', '--json']

t.test('environment variables of a start script appear on no command line', async function (t) {
  const folder = t.testdir({
    'package.json': JSON.stringify({ scripts: { start: 'SECRET=hunter2 node server.js' } }),
    'server.js': `
      if (process.env.SECRET !== 'hunter2') throw new Error('the secret was lost')
      require('http').createServer((req, res) => res.end()).listen(process.env.PORT, process.env.HOST)`
  })
  const run = begin(['0x', folder, ...SHORT], { cwd: folder })
  await run.says('under load')
  const own = processes((args) => args.includes(folder))
  const { status, stderr } = await run.ended
  t.equal(status, 0, stderr)
  t.ok(
    own.some((args) => args.includes('recorder.js')),
    'the instrument was at work'
  )
  t.same(
    own.filter((args) => args.includes('hunter2')),
    []
  )
})

// The worker thread and the child process compute all the time, and end last.
const COMPANY = `
const { fork } = require('child_process')
const { Worker, isMainThread } = require('worker_threads')
function compute (n) { let sum = 0; while (n--) sum += Math.sqrt(n); return sum }
if (isMainThread && !process.send) {
  new Worker(__filename)
  function answer (req, res) { let sum = 0; for (let i = 0; i < 1e6; i++) sum += Math.sqrt(i); res.end(String(sum)) }
  const server = require('http').createServer(answer)
  fork(__filename).once('message', () => server.listen(process.env.PORT, process.env.HOST))
} else {
  process.on('disconnect', () => process.exit())
  if (isMainThread) process.send('here')
  setInterval(function elsewhere () { compute(1e6) })
}`

t.test('the CPU profile separates the main thread, a worker thread and a child process', async function (t) {
  const folder = t.testdir({ 'server.js': COMPANY })
  const { stdout, stderr } = await begin(['cpu-profile', path.join(folder, 'server.js'), ...SHORT], { cwd: folder })
    .ended
  if (!stdout) throw new Error(stderr)
  const { hottest, threads } = JSON.parse(stdout)
  const names = hottest.map(({ name }) => name)
  t.ok(names.includes('answer') && names.includes('compute'), names.join())
  t.same(
    threads.map(({ title, hottest }) => [title.split(' ')[0], hottest.name]).sort(),
    [
      ['main', 'answer'],
      ['server.js', 'compute'], // the child process, by its script
      ['worker', 'compute']
    ]
  )
})

const page = (line) => `<html>\n<head>\n<title>x</title>\n</head>\n<script>\n${line}\n</script>\n</html>`

t.test('a flame graph of an unknown format is not published', async function (t) {
  const names = '{"name":"</script><script>"}'
  for (const beginning of ['    visualizer(', 'module.exports={"appName":"x","tree":']) {
    t.match(sanitize(page(`${beginning}${names}`)), '"name":"\\u003c/script>\\u003cscript>"')
  }
  for (const changed of ['   visualizer(', 'visualiser(', 'module.exports = {"appName":"x","tree":']) {
    t.throws(() => sanitize(page(`${changed}${names}`)), /cannot be escaped safely/, changed)
  }
  t.throws(() => sanitize(page(`    visualizer(${names}`).replace('<head>', '<HEAD>')), /cannot be escaped safely/)
  t.throws(() => readable(page('    visualizer({}, {})')), /the colours of the page of 0x have an unknown format/)
})

t.test('a flame graph may make no network requests', async function (t) {
  t.match(
    sanitize(page('    visualizer({}')),
    /<head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; /
  )
})

// 1 s: the handler computes for 600 ms, and calls Node's code for 200 and native code for 100; garbage for 100.
const frame = (functionName, url = '', lineNumber = -1) => ({ functionName, url, lineNumber })
const PROFILE = {
  nodes: [
    { id: 1, hitCount: 0, callFrame: frame('(root)'), children: [2, 3, 6] },
    { id: 2, hitCount: 900, callFrame: frame('(idle)') },
    { id: 3, hitCount: 1, callFrame: frame('handler', 'file:///app/server.js', 6), children: [4, 5] },
    { id: 4, hitCount: 1, callFrame: frame('update', 'node:internal/crypto/hash', 131) },
    { id: 5, hitCount: 1, callFrame: frame('stringify') },
    { id: 6, hitCount: 1, callFrame: frame('(garbage collector)') }
  ],
  samples: [3, 4, 5, 6, 2, 2],
  timeDeltas: [0, 600_000, 200_000, 100_000, 100_000, 900_000]
}

// The same profile for 0x, which prints V8's line numbers, counted from 0, and counts hits.
const HITS = { handler: 600, update: 200, stringify: 100, 'garbage collector': 100 }
const DRAWN = {
  ...PROFILE,
  nodes: PROFILE.nodes.map(function ({ callFrame, ...node }) {
    const name = callFrame.functionName.replace(/^\((garbage collector)\)$/, '$1')
    const lineNumber = callFrame.lineNumber + 1
    return { ...node, hitCount: HITS[name] ?? 0, callFrame: { ...callFrame, functionName: name, lineNumber } }
  })
}

const noBrowser = !fs.existsSync(launchOptions.executablePath) && 'no Chromium here: apt-get install chromium'

/** Records every label that a page draws, with the fill colour behind it. */
function watchCanvas () {
  const { CanvasRenderingContext2D } = window
  const { fill, fillText } = CanvasRenderingContext2D.prototype
  window.labels = []
  let behind = ''
  CanvasRenderingContext2D.prototype.fill = function () {
    behind = this.fillStyle
    return fill.call(this)
  }
  CanvasRenderingContext2D.prototype.fillText = function (text, ...where) {
    window.labels.push({ text, behind })
    return fillText.call(this, text, ...where)
  }
}

/** @returns {number} the relative luminance of a colour on white, as defined by WCAG 2.2 */
function luminance (colour) {
  const [red, green, blue, alpha = 1] = /^#/.test(colour)
    ? colour.match(/\w\w/g).map((part) => Number.parseInt(part, 16))
    : colour.match(/[\d.]+/g).map(Number)
  const [r, g, b] = [red, green, blue].map(function (part) {
    const share = (alpha * part + (1 - alpha) * 255) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

t.test('the page of 0x agrees with our table, and is legible', { skip: noBrowser }, async function (t) {
  const folder = t.testdir({ 'made-up.cpuprofile': JSON.stringify(DRAWN) })
  const file = path.join(folder, 'report.html')
  await zeroX({
    visualizeCpuProfile: path.join(folder, 'made-up.cpuprofile'),
    workingDir: folder,
    outputHtml: file,
    title: 'x'
  })
  await sanitizeFile(file, readable)
  const browser = await chromium.launch(launchOptions)
  t.teardown(() => browser.close())
  const tab = await browser.newPage()
  const errors = []
  tab.on('pageerror', (err) => errors.push(err.message))
  tab.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await tab.addInitScript(watchCanvas)
  await tab.goto(pathToFileURL(file).href)
  const labels = await tab.evaluate(() => window.labels)
  t.same(errors, [])

  const [handler, update] = hottest(fromCpuProfile(PROFILE)).hottest
  t.match(
    [handler, update],
    [
      { name: 'handler', line: 7, self: 70, total: 90 },
      { name: 'update', line: 132, self: 20 }
    ]
  )
  const after = (text) => labels[labels.findIndex((label) => label.text === text) + 1]
  t.equal(after('handler file:///app/server.js:7').text, '90% on stack, 70% stack top')
  t.equal(after('update node:internal/crypto/hash:132').text, '20% on stack, 20% stack top')

  const [hot, cool] = ['handler file:///app/server.js:7', 'update node:internal/crypto/hash:132'].map((text) =>
    luminance(after(text).behind)
  )
  t.ok((hot + 0.05) / 0.05 >= 4.5, `black letters can be read: ${hot}`)
  t.ok(1.05 / (hot + 0.05) >= 3, `the box contrasts with the page: ${hot}`)
  t.ok(hot < cool, 'and the hotter one from the cooler one')
})
