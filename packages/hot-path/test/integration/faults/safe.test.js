'use strict'

// Load stays on this machine, no tool connects to other machines, and content from a server does not run in its
// reports.

const { spawnSync } = require('child_process')
const fs = require('fs')
const path = require('path')
const { pathToFileURL } = require('url')
const { chromium } = require('playwright-core')
const t = require('tap')
const { launchOptions } = require('../../support/browser')
const { HOT_PATH, ROOT, begin, hotPath } = require('../../support/helper')

const missing = spawnSync('strace', ['--version']).error && 'no strace here: apt-get install strace'
const SHORT = ['--duration=1', '--connections=10', '--json']
const HELLO = path.join(ROOT, 'packages/hot-path/test/fixtures/hello.js')
const runs = [
  ...['doctor', 'flame', '0x', 'cpu-profile', 'checkup'].map((instrument) => [instrument, HELLO, ...SHORT]),
  ['compare', HELLO, '--rounds=1', '--duration=0.3', '--timeline=1', '--json']
]

for (const args of runs) {
  t.test(`${args[0]} connects only to this machine`, { skip: missing }, async function (t) {
    const log = path.join(t.testdir(), 'calls')
    const { status, stderr } = await begin(args, {
      command: [
        'strace',
        '--follow-forks',
        '--seccomp-bpf',
        '--trace=connect,sendto',
        `--output=${log}`,
        process.execPath,
        HOT_PATH
      ]
    }).ended
    t.ok([0, 3].includes(status), stderr) // one second is too short for the check-up
    const addresses = [
      ...fs
        .readFileSync(log, 'utf8')
        .matchAll(/sa_family=(AF_INET6?),.*?(?:inet_addr\("|inet_pton\(AF_INET6, ")([^"]+)"/g)
    ].map(([, , address]) => address)
    t.ok(addresses.length > 5, `${addresses.length} connections`)
    t.same(
      [...new Set(addresses)].filter((address) => !['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(address)),
      []
    )
  })
}

const noBrowser = !fs.existsSync(launchOptions.executablePath) && 'no Chromium here: apt-get install chromium'
const HOSTILE = `
const answers = { '</script><script>document.title=/taken/</script>': function (n) { let sum = 0; while (n--) sum += Math.sqrt(n); return sum } }
const [answer] = Object.values(answers)
require('http').createServer((req, res) => res.end(String(answer(1e5)))).listen(process.env.PORT, process.env.HOST)`

t.test('a function whose name is a script does not run in a report', { skip: noBrowser }, async function (t) {
  const file = path.join(t.testdir({ 'server.js': HOSTILE }), 'server.js')
  const browser = await chromium.launch(launchOptions)
  t.teardown(() => browser.close())
  // For our own pages: integration/instruments/places-page.test.js.
  for (const instrument of ['flame', '0x', 'cpu-profile', 'doctor']) {
    const { stdout, stderr } = await hotPath([instrument, file, ...SHORT])
    if (!stdout) throw new Error(stderr)
    const { report, hottest } = JSON.parse(stdout)
    if (hottest) {
      t.ok(
        hottest.some(({ name, file }) => `${name} ${file}`.includes('taken')),
        `${instrument} saw it`
      )
    }
    const page = await browser.newPage()
    const errors = []
    page.on('pageerror', (err) => errors.push(err.message))
    await page.goto(pathToFileURL(report).href)
    t.notMatch(await page.title(), 'taken', instrument)
    t.same(errors, [], `${instrument}: the page works`)
    await page.close()
  }
})
