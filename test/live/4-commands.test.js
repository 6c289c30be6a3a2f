'use strict'

// The commands as people run them: by npm, from elsewhere, interrupted, killed.

const { spawn, execFileSync } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const os = require('os')
const path = require('path')
const t = require('tap')
const { ROOT, begin, hotPath } = require('../helper')

const SHORT = ['--duration=1', '--connections=10']

/** Lines of `ps` for processes that work for a run of ours. */
function ours () {
  return execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n').filter((line) => line.includes('/.run-'))
}

/** Waits until a killed run's processes have noticed that their line is cut. */
async function untilNobodyIsLeft () {
  const deadline = Date.now() + 20_000
  while (ours().length && Date.now() < deadline) await new Promise((resolve) => setImmediate(resolve))
  return ours()
}

function leftovers (id) {
  return fs.readdirSync(path.join(ROOT, 'reports', id)).filter((name) => name.startsWith('.run-'))
}

t.test('npm run step:1 from another directory, without a terminal', async function (t) {
  const child = spawn('npm', ['--prefix', ROOT, 'run', 'step:1', '--', ...SHORT], { cwd: os.tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  child.stdout.on('data', (text) => { stdout += text })
  const [status] = await once(child, 'close')
  t.equal(status, 0)
  t.match(stdout, /Clinic Doctor says: \S+/)
  t.match(stdout, 'Report: reports/01-slow/doctor.html')
  t.match(fs.readFileSync(path.join(ROOT, 'reports/01-slow/doctor.html'), 'utf8'), 'Clinic Doctor')
  t.same(ours(), [])
})

t.test('a server file outside, with a space and an accent in its path', async function (t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot path é '))
  t.teardown(() => fs.rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'server.js')
  fs.copyFileSync(path.join(ROOT, 'test/fixtures/hello.js'), file)
  const { status, stdout, stderr } = await hotPath(['doctor', file, '--path=/x?a=1&b=2', '--json', ...SHORT])
  t.equal(status, 0, stderr)
  const { subject, load } = JSON.parse(stdout)
  t.equal(subject, 'server')
  t.ok(load.requests > 0 && load.non2xx === 0 && load.errors === 0)
  t.same(fs.readdirSync(folder), ['server.js'], 'nothing is left beside it')
})

t.test('a server that dies under load is told, with its last words', async function (t) {
  const file = path.join(ROOT, 'test/fixtures/dies-on-request.js')
  const { status, stdout, stderr } = await hotPath(['flame', file, ...SHORT])
  t.equal(status, 2)
  t.equal(stdout, '')
  t.match(stderr, /dies-on-request\.js .* before it was told to/)
  t.same(ours(), [])
})

for (const [signal, stage] of [['SIGINT', 'starting'], ['SIGINT', 'under load'], ['SIGTERM', 'under load'], ['SIGINT', 'drawing']]) {
  t.test(`${signal} while ${stage} leaves nothing`, async function (t) {
    const running = begin(['flame', '1', ...SHORT])
    await running.says(stage)
    running.child.kill(signal)
    const { status } = await running.ended
    t.equal(status, 130)
    t.same(await untilNobodyIsLeft(), [])
    t.same(leftovers('01-slow'), [])
  })
}

t.test('after a kill -9, nobody is left, and the next run works and sweeps up', async function (t) {
  const killed = begin(['doctor', '1', '--duration=60'])
  await killed.says('under load')
  killed.child.kill('SIGKILL')
  await killed.ended
  t.same(await untilNobodyIsLeft(), [])
  const { status } = await hotPath(['doctor', '1', ...SHORT])
  t.equal(status, 0)
  t.same(leftovers('01-slow'), [])
})

t.test('two runs at once do not disturb each other', async function (t) {
  const both = await Promise.all([hotPath(['cpu-profile', '1', '--json', ...SHORT]), hotPath(['cpu-profile', '1', '--json', ...SHORT])])
  for (const { status, stdout } of both) {
    t.equal(status, 0)
    t.equal(JSON.parse(stdout).hottest.length, 10)
  }
})

t.test('load puts load on what serve started, and shows the table', async function (t) {
  const server = begin(['serve', '2', '--port=0'])
  const [line] = await once(server.child.stdout, 'data')
  const { port } = new URL(/http:\S+/.exec(line)[0])
  const { status, stdout } = await hotPath(['load', '2', `--port=${port}`, ...SHORT])
  server.child.kill('SIGTERM')
  t.equal(status, 0)
  t.match(stdout, 'Req/Sec')
  t.equal((await server.ended).status, 0)
})

t.test('nothing is left in the work tree', async function (t) {
  const status = execFileSync('git', ['status', '--porcelain', '--', 'reports', 'steps', 'experiments'], { cwd: ROOT, encoding: 'utf8' })
  t.equal(status, '')
  const strays = fs.readdirSync(ROOT).filter((name) => /node_trace|isolate|\.clinic|\.0x|cpuprofile/.test(name))
  t.same(strays, [])
})
