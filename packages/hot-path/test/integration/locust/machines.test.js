'use strict'

// Load from other machines: three network namespaces, of which two have a worker of Locust each. Whatever ends in the
// middle, one sentence says so, and nothing is left behind. Skipped without Locust, and without the right to create a
// namespace (root on Linux).

const { spawn, spawnSync } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const http = require('http')
const path = require('path')
const { text } = require('stream/consumers')
const { setTimeout: wait } = require('timers/promises')
const t = require('tap')
const locust = require('../../../src/load/locust')
const { begin } = require('../../support/helper')

const BIN = require.resolve('../../../bin/hot-path')
const SERVER = `let count = 0
require('http').createServer(function (req, res) {
  if (req.url === '/count') return res.end(String(count))
  count++
  setTimeout(() => res.end('tea'), 10)
}).listen(3000, process.env.HOST, () => console.log('listening'))`
const NAMES = ['server', 'one', 'two'].map((name) => `hp${process.pid % 1e6}-${name}`)
const [MAIN, ...OTHERS] = NAMES
const ADDRESS = '10.77.0.1'
const STOPPED_MS = 1000

const ip = (line) => spawnSync('ip', line.split(' ')).status === 0
const remove = () => NAMES.forEach((name) => ip(`netns del ${name}`))

/** @returns {boolean} whether the three hosts exist, and are connected */
function connect () {
  const bridge = `link add br0 type bridge|addr add ${ADDRESS}/24 dev br0|link set br0 up`
  return NAMES.every((name) => ip(`netns add ${name}`) && ip(`-n ${name} link set lo up`)) &&
    bridge.split('|').every((line) => ip(`-n ${MAIN} ${line}`)) &&
    OTHERS.every((name, i) =>
      ip(`link add v${i} netns ${MAIN} type veth peer name eth0 netns ${name}`) &&
      ip(`-n ${MAIN} link set v${i} master br0 up`) &&
      ip(`-n ${name} addr add 10.77.0.${i + 2}/24 dev eth0`) &&
      ip(`-n ${name} link set eth0 up`))
}

const skip = !locust.available() ? 'Locust is not installed' : connect() ? false : 'no network namespaces'
process.once('exit', remove)

const folder = t.testdir({ 'server.js': SERVER, temporary: {} })
process.env.TMPDIR = path.join(folder, 'temporary')
const inside = (name, words, options) => spawn('ip', ['netns', 'exec', name, ...words], { cwd: folder, ...options })
const pidsIn = (name) => spawnSync('ip', ['netns', 'pids', name], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean).map(Number)
const wordsOf = (pid) => { try { return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8') } catch { return '' } }
const find = (name, word) => pidsIn(name).filter((pid) => wordsOf(pid).includes(word))

/** Starts the server on the first host. */
async function serve (t) {
  const server = inside(MAIN, [process.execPath, 'server.js'], { env: { ...process.env, HOST: ADDRESS } })
  t.teardown(() => server.kill())
  await once(server.stdout, 'data')
  const count = async () => Number(await text(inside(MAIN, ['node', '-e', `fetch('http://${ADDRESS}:3000/count').then(async (one) => console.log(await one.text()))`]).stdout))
  return { pid: server.pid, count }
}

/** Starts a worker on another host. */
function work (name) {
  const worker = inside(name, ['locust', '-f', '-', '--worker', `--master-host=${ADDRESS}`, '--processes=1', '--loglevel=ERROR'])
  return once(worker, 'close')
}

/** Runs hot-path on the first host. */
const run = (words) => begin(words, { command: ['ip', 'netns', 'exec', MAIN, process.execPath, BIN], cwd: folder })
const load = (...more) => run(['load', `http://${ADDRESS}:3000/`, '--driver=locust', '--expect-workers=2', '--connections=8', ...more])
const isClean = (t) => {
  t.same(NAMES.flatMap((name) => find(name, 'locust')), [], 'no process')
  t.same(fs.readdirSync(process.env.TMPDIR), [], 'no file')
}

t.test('workers on two machines count what the server answers, also if a third comes late', { skip }, async function (t) {
  const { count } = await serve(t)
  const loading = load('--duration=3', '--json')
  await loading.says('10.77.0.1 --processes=-1')
  const workers = OTHERS.map(work)
  await loading.says('2 workers of 2 connected')
  await loading.says('under load')
  workers.push(work(OTHERS[0]))
  const { status, stdout, stderr } = await loading.ended
  find(OTHERS[0], 'locust').forEach((pid) => process.kill(pid, 'SIGTERM')) // it may have come too late to be told
  t.equal(status, 0, stderr)
  const record = JSON.parse(stdout)
  t.equal(record.requests, await count())
  t.match(record, { command: 'load', driver: 'locust', errors: 0, non2xx: 0, lostWorkers: undefined, generatorCpuShare: 0 })
  t.ok(record.latencyMs.p50 >= 10 && record.latencyMs.p50 < 25, `${record.latencyMs.p50} ms`)
  await Promise.all(workers)
  isClean(t)
})

t.test('a worker that is slow is waited for, and nothing is counted twice', { skip }, async function (t) {
  const { count } = await serve(t)
  const loading = load('--duration=2', '--json')
  const workers = OTHERS.map(work)
  await loading.says('under load')
  const pid = find(OTHERS[1], 'locust').at(-1) // the process that --processes=1 started
  process.kill(pid, 'SIGSTOP')
  await wait(STOPPED_MS)
  process.kill(pid, 'SIGCONT')
  const { stdout } = await loading.ended
  const { requests, latencyMs, lostWorkers } = JSON.parse(stdout)
  t.equal(requests, await count())
  t.equal(lostWorkers, undefined)
  t.ok(latencyMs.max > STOPPED_MS / 2, `${latencyMs.max} ms: the delay of the worker is in its latencies`)
  await Promise.all(workers)
  isClean(t)
})

t.test('a worker that is killed makes the result doubtful', { skip }, async function (t) {
  await serve(t)
  const loading = load('--duration=3')
  const workers = OTHERS.map(work)
  await loading.says('under load')
  find(OTHERS[1], 'locust').forEach((pid) => process.kill(pid, 'SIGKILL'))
  const { status, stdout } = await loading.ended
  t.equal(status, 0)
  t.match(stdout, /^Workers of Locust that were lost during the load: 1\. Their requests are not\s+counted\./m)
  t.notMatch(stdout, 'contradict', 'one sentence')
  await Promise.all(workers)
  isClean(t)
})

t.test('workers end if the master is killed', { skip }, async function (t) {
  await serve(t)
  const loading = load('--duration=60')
  const workers = OTHERS.map(work)
  await loading.says('under load')
  find(MAIN, '--master-bind').forEach((pid) => process.kill(pid, 'SIGKILL'))
  const { status, stderr } = await loading.ended
  t.equal(status, 2)
  t.match(stderr, /^hot-path: Locust ended before the load was over\.$/m)
  await Promise.all(workers)
  isClean(t)
})

for (const [phase, word] of Object.entries({ 'before workers connect': 'processes=-1', 'while it waits': '1 worker of 2', 'under load': 'under load' })) {
  t.test(`Ctrl-C ${phase} ends all`, { skip }, async function (t) {
    await serve(t)
    const loading = load('--duration=60')
    const workers = { processes: [], 1: OTHERS.slice(0, 1), under: OTHERS }[word.match(/\w+/)[0]].map(work)
    await loading.says(word)
    find(MAIN, BIN).forEach((pid) => process.kill(pid, 'SIGINT'))
    t.equal((await loading.ended).status, 130)
    await Promise.all(workers)
    isClean(t)
  })
}

t.test('too few workers are an error, and so is a server that they cannot reach', { skip }, async function (t) {
  const server = http.createServer().listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  const address = { host: '127.0.0.1', port: server.address().port }
  const workload = { path: '/', connections: 8, durationSeconds: 1, expectWorkers: 2 }
  await t.rejects(locust.open(address, workload), { message: /^other machines cannot reach 127\.0\.0\.1:\d+\. Let the server listen on an address of this machine: --host=/ })
  const loading = run(['load', `http://${ADDRESS}:1/`, '--driver=locust', '--expect-workers=2'])
  t.match((await loading.ended).stderr, `hot-path: nothing listens on ${ADDRESS}:1.`)
  isClean(t)
})

t.test('the check-up of a process that runs already, under load from other machines', { skip }, async function (t) {
  const { pid } = await serve(t)
  const words = ['checkup', `--attach=${pid}`, `--url=http://${ADDRESS}:3000/`, '--driver=locust', '--expect-workers=2', '--connections=20', '--duration=5', '--no-open', '--json']
  const running = run(words)
  const workers = OTHERS.map(work)
  const { status, stdout, stderr } = await running.ended
  t.equal(status, 0, stderr)
  const { instrument, findings: [{ name, places: [place] }], load, window } = JSON.parse(stdout)
  t.match({ instrument, name, line: place?.line }, { instrument: 'checkup', name: 'waiting', line: 5 })
  t.match(load, { driver: 'locust', connections: 20, errors: 0 })
  t.equal(window.connections, 20)
  await Promise.all(workers)
  isClean(t)
})
