'use strict'

// A server whose names, messages and log contain active content for a terminal, a CI log or a page.

const fs = require('fs')
const path = require('path')
const { pathToFileURL } = require('url')
const { chromium } = require('playwright-core')
const t = require('tap')
const { launchOptions } = require('../../support/browser')
const { begin } = require('../../support/helper')

const noBrowser = !fs.existsSync(launchOptions.executablePath) && 'no Chromium here: apt-get install chromium'
// Clipboard access of a terminal, a workflow command at the start of a line, a mention, a heading, bidirectional text.
const HOSTILE = '\x1b]52;c;aGk=\x07\x1b[2J\n::error::taken|@everyone\r\n# H1\u2028##[error]taken\u202e`<b>'
const FILE = '::error::a\u202e\x1b[31m\n::error::b|@all`.js'
const SERVER = `
const name = ${JSON.stringify(HOSTILE)}
console.log(name)
const work = { [name] (n) { let sum = 0; while (n--) sum += Math.sqrt(n); return sum } }[name]
require('http').createServer(function (req, res) {
  if (Math.random() < 0.2) { res.statusCode = 500; return res.end(String(Object.assign(new Error(name), { name }))) }
  res.end(String(work(3e5)))
}).listen(process.env.PORT, process.env.HOST)`
const DIES = `console.log(${JSON.stringify(HOSTILE)}); throw new Error(${JSON.stringify(HOSTILE)})`
// eslint-disable-next-line no-control-regex
const ACTIVE = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e]/
const LOAD = ['--connections=5', '--no-open']

const folder = fs.realpathSync(t.testdir({ [FILE]: SERVER, 'dies.js': DIES }))
const runs = [
  ['cpu-profile', FILE, ...LOAD, '--duration=1'],
  ['cpu-profile', FILE, ...LOAD, '--duration=1', '--json'],
  ['checkup', FILE, ...LOAD, '--duration=3'],
  ['waits', FILE, ...LOAD, '--duration=1'],
  ['heap', FILE, ...LOAD, '--duration=1'],
  ['compare', FILE, '--rounds=1', '--duration=0.2', '--timeline=0', '--no-open'],
  ['gate', `--baseline=${FILE}`, '--candidate=dies.js'],
  ['cpu-profile', 'dies.js', ...LOAD],
  ['cpu-profile', HOSTILE],
  [HOSTILE],
  ['checkup', FILE, `--${HOSTILE}`],
  ['checkup', FILE, `--header=${HOSTILE}: x`],
  ['gate', `--baseline=git:${HOSTILE}`, `--candidate=${FILE}`]
]

for (const [i, args] of runs.entries()) {
  t.test(`run ${i + 1} prints no active content: ${args[0].replace(/[^\w-]+/g, ' ')}`, async function (t) {
    const { stdout, stderr } = await begin(args, { cwd: folder }).ended
    const said = stdout + stderr
    t.ok(said.length > 20)
    t.notMatch(said, ACTIVE, 'nothing in it acts')
    t.same(said.split('\n').filter((line) => /^\s*::|##\[|^# H1/.test(line)), [], 'no line is a command')
  })
}

t.test('the pages contain no active content', { skip: noBrowser }, async function (t) {
  const browser = await chromium.launch(launchOptions)
  t.teardown(() => browser.close())
  const pages = fs.readdirSync(path.join(folder, 'reports'), { recursive: true }).filter((name) => name.endsWith('.html'))
  t.ok(pages.length >= 5, `${pages}`)
  for (const name of pages) {
    const page = await browser.newPage()
    const errors = []
    page.on('pageerror', (err) => errors.push(err.message))
    await page.goto(pathToFileURL(path.join(folder, 'reports', name)).href)
    t.same(errors, [], name)
    t.notMatch(await page.content(), /[\u202a-\u202e\u2028]/, `${name}: no letter runs backwards`)
    await page.close()
  }
})
