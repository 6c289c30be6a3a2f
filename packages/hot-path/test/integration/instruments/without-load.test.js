'use strict'

// Programs without a port and without load: scripts, consumers and jobs, which end on their own or are ended.

const { once } = require('events')
const fs = require('fs')
const path = require('path')
const t = require('tap')
const { begin, processes } = require('../../support/helper')

const COMPUTE = `function first () {
  let sum = 0
  for (let i = 0; i < 5e7; i++) sum += Math.sqrt(i)
  return sum
}

function last () {
  let sum = 0
  for (let i = 0; i < 5e7; i++) sum += Math.sqrt(i)
  return sum
}
`
const LAST = 7 // line number

/** Runs an instrument on a program without load. `line` in the result is the line with the mark. */
async function look (t, instrument, code, { name = 'job.js', more = [] } = {}) {
  const cwd = fs.realpathSync(t.testdir({ [name]: code, 'package.json': '{ "private": true }' }))
  const run = begin([instrument, name, '--no-load', '--no-open', ...more], { cwd })
  const line = code.split('\n').findIndex((text) => text.includes('<- here')) + 1
  return { ...(await run.ended), line, cwd }
}

t.test('PORT is left as it is', async function (t) {
  process.env.PORT = '4143'
  t.teardown(() => delete process.env.PORT)
  const code = "require('fs').writeFileSync('port', [process.env.PORT, process.env.HOST].join())\n"
  const { status, stderr, cwd } = await look(t, 'cpu-profile', code)
  t.equal(status, 0, stderr)
  t.equal(fs.readFileSync(path.join(cwd, 'port'), 'utf8'), '4143,')
})

const ENDS = {
  'by itself': { code: 'first()\nlast()', status: 0 },
  'with process.exit': { code: 'setTimeout(() => { first(); last(); process.exit(3) }); setInterval(() => {}, 1e6)', status: 3 },
  'with an uncaught exception': { code: "first()\nlast()\nthrow new Error('no more coffee')", status: 1, says: /no more coffee/ },
  'as a module': { code: 'first()\nawait null\nlast()', status: 0, name: 'job.mjs' }
}

for (const [how, { code, status: expected, says = /^/, name }] of Object.entries(ENDS)) {
  t.test(`a program that ends ${how} is profiled up to its end`, async function (t) {
    const { status, stdout, stderr, cwd } = await look(t, 'cpu-profile', `${COMPUTE}\n${code}\n`, { name })
    t.equal(status, 0, stderr)
    t.match(stdout, new RegExp(`The program ended after \\S+ s, with\\s+exit\\s+status\\s+${expected}\\.`))
    t.match(stdout, says)
    const { hottest, end, passed } = JSON.parse(fs.readFileSync(path.join(cwd, 'reports/job/cpu-profile.json'), 'utf8'))
    t.match(hottest.find((one) => one.name === 'last'), { line: LAST, kind: 'app' })
    const shares = ['first', 'last'].map((name) => hottest.find((one) => one.name === name)?.self ?? 0)
    t.ok(shares.every((share) => share > 15), `both are seen: ${shares.join(' and ')} %`)
    t.match(end, { byItself: true, status: expected, signal: null })
    t.ok(passed.loopUtilization > 0.5, `it computed all the time: ${passed.loopUtilization}`)
    const page = fs.readFileSync(path.join(cwd, 'reports/job/cpu-profile.html'), 'utf8')
    t.match(page, /last\W.*job\.m?js/)
  })
}

t.test('a program in an endless loop is ended, and its profile is read', async function (t) {
  const { status, stdout, stderr, cwd } = await look(t, 'cpu-profile', `${COMPUTE}\nfor (;;) last()\n`, { more: ['--duration=1'] })
  t.equal(status, 0, stderr)
  t.match(stdout, /the hottest function is last job\.js:7[^]*hot-path stopped the program after \d\S* s/)
  t.same(processes((args) => args.includes(cwd)), [])
})

t.test('a killed program leaves no profile, and a one-line error says so', async function (t) {
  const { status, stderr } = await look(t, 'cpu-profile', "process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 100)")
  t.equal(status, 2)
  t.match(stderr, /^hot-path: job\.js was ended by SIGKILL and left no results\./m)
})

t.test('heap names the line that allocates in a job, and the line that retains in a consumer', async function (t) {
  const job = await look(t, 'heap', `function parse (i) {
  return ('a,b,' + i).split(',').map((text) => ({ text })) // <- here
}
let sum = 0
for (let i = 0; i < 1e6; i++) sum += parse(i).length
`, { more: ['--json'] })
  t.equal(job.status, 0, job.stderr)
  const { kept, allocated: { places: [made] } } = JSON.parse(job.stdout)
  t.equal(kept, null, 'retained memory was not measured')
  t.match(made, { file: 'job.js', line: Number, why: /in all/ })
  t.ok(made.line <= job.line, `it is made at line ${made.line}`)

  const consumer = await look(t, 'heap', `const seen = []
function handle (message) {
  seen.push(message) // <- here
}
setInterval(function poll () {
  for (let i = 0; i < 1000; i++) handle({ id: i, scores: [i, i + 1, i + 2] })
}, 10)
`, { more: ['--duration=3', '--json'] })
  t.equal(consumer.status, 0, consumer.stderr)
  const { kept: { bytes, bytesPerRequest, places: [first] } } = JSON.parse(consumer.stdout)
  t.ok(bytes > 500_000, `${bytes} bytes`)
  t.equal(bytesPerRequest, null)
  t.match(first, { file: 'job.js', line: consumer.line })
})

t.test('waits names the line at which a job waits', async function (t) {
  const { status, stdout, stderr, line } = await look(t, 'waits', `const { setTimeout: sleep } = require('timers/promises')
async function fetchPage (i) {
  await sleep(40) // <- here
  return i
}
async function main () {
  for (let i = 0; i < 15; i++) await fetchPage(i)
}
main()
`, { more: ['--json'] })
  t.equal(status, 0, stderr)
  const { places: [first], waits, cost } = JSON.parse(stdout)
  t.match(first, { file: 'job.js', line, function: 'fetchPage', of: "the program's run time", why: /waits for a timer, [\d.]+ ms each time; .*one after another/ })
  t.ok(first.share > 0.5, `${first.share} of the time`)
  t.ok(waits.runningShare < 0.5)
  t.equal(cost, null)
})

t.test('a wait that goes on is told as one, and as not over', async function (t) {
  const code = 'setInterval(() => {}, 60_000) // <- here\n'
  const { status, stdout, stderr, line } = await look(t, 'waits', code, { more: ['--json', '--duration=2'] })
  t.equal(status, 0, stderr)
  const { places: [first] } = JSON.parse(stdout)
  t.match(first, { file: 'job.js', line, why: /^waits for a timer, not over after [\d,]+ ms$/ })
  t.ok(first.share > 0.9, `${first.share} of the time`)
})

for (const [signal, rest] of [
  ['SIGINT', 'setInterval(() => {}, 100)'],
  ['SIGKILL', 'setInterval(() => {}, 100)'],
  ['SIGKILL', 'for (;;);']
]) {
  t.test(`the program ends when hot-path ends by ${signal}: ${rest}`, async function (t) {
    const code = `require('fs').writeFileSync(process.argv[2], String(process.pid)); ${rest}`
    const cwd = fs.realpathSync(t.testdir({ 'job.js': code, pid: '' }))
    const pidFile = path.join(cwd, 'pid')
    const watcher = fs.watch(pidFile)
    t.teardown(() => watcher.close())
    const written = once(watcher, 'change')
    const run = begin(['cpu-profile', path.join(cwd, 'job.js'), '--no-load', '--duration=60', '--no-open', '--', pidFile], { cwd })
    await written
    let pid = 0
    while (!(pid > 0)) pid = Number(fs.readFileSync(pidFile, 'utf8'))
    run.child.kill(signal)
    await run.ended
    const isThere = () => processes((args) => args.includes(pidFile)).length > 0
    for (let asked = 1; asked < 100 && isThere(); asked++);
    t.notOk(isThere(), `process ${pid} has ended`)
  })
}
