'use strict'

// The commands as users run them: through npm, from another directory, in two terminals.
// Errors are tested in the tool's tests, integration/faults.

const { spawn, execFileSync } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const os = require('os')
const path = require('path')
const t = require('tap')
const { ROOT, begin, hotPath, notPosix, processes } = require('../../support/helper')

const SHORT = ['--duration=1', '--connections=10']
const workTree = () => execFileSync('git', ['status', '--porcelain', '--', 'reports', 'steps', 'experiments'], { cwd: ROOT, encoding: 'utf8' })
const before = workTree()

/** Returns the processes of this checkout that run Doctor on step 1. */
function ours () {
  return processes((args) => args.includes(path.join(ROOT, 'reports/01-slow/.run-')) && args.includes('doctor'))
}

t.test('npm run step:1 works from another directory and without a terminal', async function (t) {
  const child = spawn('npm', ['--prefix', ROOT, 'run', 'step:1', '--', ...SHORT], {
    cwd: os.tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let stdout = ''
  child.stdout.on('data', (text) => {
    stdout += text
  })
  const [status] = await once(child, 'close')
  t.equal(status, 0)
  t.match(stdout, /Clinic Doctor says: \S+[^]*The check-up says: \S+/)
  const [, page] = /^Page: (reports\/run-\S+-01-slow-doctor\/doctor\.html)$/m.exec(stdout) ?? []
  t.match(fs.readFileSync(path.join(ROOT, page), 'utf8'), 'Clinic Doctor')
  t.ok(fs.existsSync(path.join(ROOT, 'reports/01-slow/doctor.html')), 'the newest is found under its short name, too')
  t.same(ours(), [])
})

t.test('doctor runs a server file outside the project, with a space and an accent in its path', async function (t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot path é '))
  t.teardown(() => fs.rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'server.js')
  const hello = fs.readFileSync(path.join(ROOT, 'packages/hot-path/test/fixtures/hello.js'), 'utf8')
  // Child processes inherit an instrument's options and end with the server.
  const child = "process.on('disconnect', () => process.exit())"
  fs.writeFileSync(path.join(folder, 'child.js'), child)
  fs.writeFileSync(file, `${hello}\nrequire('child_process').fork(require.resolve('./child'), [], { execArgv: [] })\n`)
  const { status, stdout, stderr } = await hotPath(['doctor', file, '--path=/x?a=1&b=2', '--json', ...SHORT])
  t.equal(status, 0, stderr)
  const { subject, load } = JSON.parse(stdout)
  t.equal(subject, 'server')
  t.ok(load.requests > 0 && load.non2xx === 0 && load.errors === 0)
  t.same(fs.readdirSync(folder), ['child.js', 'server.js'], 'nothing is left beside it')
})

t.test('load, and autocannon, test the server that serve started', async function (t) {
  const server = begin(['serve', '2', '--port=0'])
  const [line] = await once(server.child.stdout, 'data')
  const { port } = new URL(/http:\S+/.exec(line)[0])
  const url = `http://127.0.0.1:${port}/seed/v1`
  const { status, stdout } = await hotPath(['load', url, ...SHORT])
  const { stdout: record } = await hotPath(['load', `${url}?token=secret`, '--json', ...SHORT])
  // Chapter 2 uses it.
  const autocannon = { command: [process.execPath, require.resolve('autocannon')] }
  const { stdout: table, stderr } = await hotPath(['-c', '20', '-d', '1', url], autocannon)
  t.match(table + stderr, /Req\/Sec/)
  server.child.kill('SIGTERM')
  t.match(JSON.parse(record), { command: 'load', url: /\/seed\/v1\?token=\*{3}$/, driver: 'built-in', requests: Number, errors: 0 })
  t.equal(status, 0)
  t.match(stdout, /^[\d,]+ responses in .+ per second\nLatency: .+ ms median, .+ p99, .+\nOutside 2xx: 0\. Without a response: 0$/m)
  t.equal((await server.ended).status, 0)
})

t.test('the commands leave no files in the work tree', async function (t) {
  t.equal(workTree(), before)
  const strays = fs.readdirSync(ROOT).filter((name) => /node_trace|isolate|\.clinic|\.0x|cpuprofile/.test(name))
  t.same(strays, [])
})

t.test('serve runs the server until it receives SIGINT', { skip: notPosix }, async function (t) {
  const running = begin(['serve', '3', '--port=0'])
  await new Promise((resolve) => running.child.stdout.once('data', resolve))
  running.child.kill('SIGINT')
  const { status, stdout, stderr } = await running.ended
  t.equal(status, 0)
  const [, url] = /Listening on (\S+)/.exec(stdout)
  await t.rejects(fetch(url), 'the server has gone, too')
  t.match(stderr, 'PORT=0 node steps/03-optimized/index.js', 'the plain command is shown')
})

t.test('serve reports how the server ended', { skip: notPosix }, async function (t) {
  const cwd = t.testdir({ 'server.js': "require('http').createServer().listen(process.env.PORT)\nsetTimeout(() => process.abort(), 300)" })
  t.match(await hotPath(['serve', 'server.js', '--port=0'], { cwd }), { status: 134, stderr: /server\.js was ended by SIGABRT/ })
})
