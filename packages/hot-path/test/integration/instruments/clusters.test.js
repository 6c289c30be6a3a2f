'use strict'

// Servers with several processes or threads: the report says so, and one process alone is not diagnosed.

const fs = require('fs')
const t = require('tap')
const { childrenOf, listensOn } = require('../../../src/process/process-tree')
const { attach, serve, traffic } = require('../../support/attached')
const { hotPath } = require('../../support/helper')

const SERVE =
  "require('http').createServer((req, res) => { let sum = 0; for (let i = 0; i < 1e5; i++) sum += i; res.end(String(sum)) }).listen(process.env.PORT, process.env.HOST)"
const CLUSTER = `const cluster = require('cluster')
if (cluster.isPrimary) {
  // Not the usual port of the inspector: attach.test.js uses it meanwhile.
  cluster.setupPrimary({ execArgv: [...process.execArgv, '--inspect-port=0'], inspectPort: 0 })
  for (const worker of [1, 2]) cluster.fork({ worker })
}
else ${SERVE}`
const HELPER = `if (process.argv[2]) setInterval(() => {}, 1000)
else { require('child_process').fork(__filename, ['helper']); ${SERVE} }`
const THREADS = `const { Worker, isMainThread } = require('worker_threads')
if (isMainThread) { for (const name of ['a', 'b']) new Worker(__filename, { name }); ${SERVE} }
else setInterval(() => {}, 1000)`

/** Runs an instrument on a server for two seconds. */
async function look (t, instrument, code, more = []) {
  const cwd = t.testdir({ 'server.js': code })
  return hotPath([instrument, 'server.js', '--duration=2', '--connections=10', '--no-open', ...more], { cwd })
}

t.test('a cluster is not diagnosed by its primary, and its workers are not other programs', async function (t) {
  const { status, stdout, stderr } = await look(t, 'checkup', CLUSTER)
  t.equal(status, 3, stderr)
  t.match(stdout, /^The check-up says: several-processes$/m)
  t.match(stdout, /^several-processes: The server runs in 3 processes\. Figures of one process/m)
  t.notMatch(stdout, /host-bound|healthy|other programs/)
  t.equal(stdout.match(/runs in 3 processes/g).length, 1, 'it is said once')
})

for (const instrument of ['doctor', 'flame', '0x']) {
  t.test(`${instrument} rejects a cluster with a one-line error`, async function (t) {
    const { status, stdout, stderr } = await look(t, instrument, CLUSTER)
    t.equal(status, 2)
    t.match(
      stderr,
      /^hot-path: server\.js starts child processes, but this tool can profile only a single process\./m
    )
    t.notMatch(stderr + stdout, /\n {4}at |EPIPE|EEXIST/)
  })
}

t.test('a profile of a cluster includes all its processes, even one that is still loading', async function (t) {
  const loading = "if (process.env.worker === '1') for (const until = Date.now() + 700; Date.now() < until;);\n"
  const { status, stdout, stderr } = await look(t, 'cpu-profile', CLUSTER.replace('\nelse ', `\nelse {\n${loading}`) + '}')
  t.equal(status, 0, stderr)
  t.match(stdout, /^V8's CPU profiler says: [^]*?server\.js[^]*^Threads and processes[^]*cluster worker \d \(process \d+\), [^]*cluster worker \d \(process/m)
})

const RUNNING = `const cluster = require('cluster')
if (cluster.isPrimary) {
  cluster.setupPrimary({ execArgv: ['--inspect-port=0'], inspectPort: 0 }) // see CLUSTER
  let loading = 2
  cluster.on('listening', (_, { port }) => --loading || console.log(port))
  for (const worker of [1, 2]) cluster.fork({ worker })
} else {
  require('http').createServer(async (req, res) => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    let sum = 0
    for (let i = 0; i < 5e5; i++) sum += Math.sqrt(i)
    res.end(String(sum))
  }).listen(0, '127.0.0.1')
  if (process.env.busy === process.env.worker) setInterval(() => { for (const until = Date.now() + 1500; Date.now() < until;); }, 10)
}`

t.test('attach to the primary process of a cluster reports the lines of its workers', async function (t) {
  const { child, folder, url } = await serve(t, { args: ['--inspect-port=0', 'server.js'], files: { 'server.js': RUNNING } })
  const workers = childrenOf(child.pid)
  t.equal(workers.length, 2)
  const all = [child.pid, ...workers]
  const before = all.map(listensOn)
  const stop = traffic(url)
  const profiled = await attach(folder, child.pid, 'cpu-profile', '--duration=2', '--json').ended
  t.equal(profiled.status, 0, profiled.stderr)
  const { hottest, threads, passed } = JSON.parse(profiled.stdout)
  t.match(hottest.find(({ kind }) => kind === 'app'), { file: /server\.js$/, line: 8 })
  t.equal(threads.filter(({ title }) => title.startsWith('cluster worker')).length, 2)
  t.ok(passed.requests > 10, 'of the workers')
  t.same(all.map(listensOn), before)
  const waited = await attach(folder, child.pid, 'waits', '--duration=2').ended
  t.match(waited, { status: 0, stdout: /server\.js:9 \(anonymous\)[^]*waits for a timer/ }, waited.stderr)
  const examined = await attach(folder, child.pid, 'checkup', '--duration=3').ended
  t.match(examined, { status: 0, stdout: /^The check-up says: several-processes$[^]*server\.js:11/m }, examined.stderr)
  t.match(await attach(folder, child.pid, 'stalls', '--duration=1').ended, { status: 0 })
  t.same(all.map(listensOn), before)
  const { errors, non2xx } = await stop()
  t.same({ errors, non2xx }, { errors: 0, non2xx: 0 })
})

t.test('attach waits for a cluster worker that is busy', async function (t) {
  const { child, folder } = await serve(t, { args: ['--inspect-port=0', 'server.js'], files: { 'server.js': `process.env.busy = 2; ${RUNNING}` } })
  const workers = childrenOf(child.pid)
  const { status, stdout, stderr } = await attach(folder, child.pid, '--duration=2').ended
  t.equal(status, 0, stderr)
  t.match(stdout, /cluster worker 2 \(process \d+\), [^]*server\.js:14/)
  t.same(workers.map(listensOn), [[], []])
  t.match(await attach(folder, workers[1], '--duration=2').ended, { status: 0, stdout: /server\.js:14/ })
})

t.test('a profile includes a child process that becomes Node late', async function (t) {
  const options = "{ execPath: __dirname + '/late.sh', execArgv: ['--inspect-port=0'] }" // see CLUSTER
  const late = `require('child_process').fork(__filename, ['late'], ${options})`
  const cwd = t.testdir({
    'late.sh': `#!/bin/sh\nsleep 1\nexec ${process.execPath} "$@"\n`,
    'server.js': `if (process.argv[2]) setInterval(() => { for (let i = 0; i < 1e7; i++); }, 50)\nelse { ${late}; ${SERVE} }`
  })
  fs.chmodSync(`${cwd}/late.sh`, 0o755)
  const { stdout, stderr } = await hotPath(['cpu-profile', 'server.js', '--duration=2', '--connections=10', '--no-open'], { cwd })
  t.match(stdout, /^ {2}server\.js \(process \d+\), \d/m, stderr)
})

t.test('worker threads are reported above the verdict', async function (t) {
  const { status, stdout, stderr } = await look(t, 'checkup', THREADS)
  t.equal(status, 0, stderr)
  t.match(stdout, /^server\.js runs 2 worker threads beside its main thread\. [^]*^The check-up says: /m)
  const {
    othersInside: { name, spoils }
  } = JSON.parse((await look(t, 'cpu-profile', THREADS, ['--json'])).stdout)
  t.same({ name, spoils }, { name: 'worker-threads', spoils: ['loopUtilization', 'loopDelayMaxMs', 'allocatedBytesPerRequest'] })
})

t.test('a helper process is reported, and the server is diagnosed', async function (t) {
  const { status, stdout, stderr } = await look(t, 'checkup', HELPER)
  t.equal(status, 0, stderr)
  t.match(
    stdout,
    /^server\.js runs in 2 processes\.\s+The\s+figures\s+describe\s+the\s+first\s+one\s+only\.\s+The\s+child\s+processes\s+used\s+\d\s+%\s+[^]*^The check-up says: (?!several)/m
  )
})
