'use strict'

// Servers with several processes or threads: the report says so, and one process alone is not diagnosed.

const fs = require('fs')
const t = require('tap')
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

t.test('a profile includes a child process that becomes Node late', async function (t) {
  const options = "{ execPath: __dirname + '/late.sh', execArgv: ['--inspect-port=0'] }" // see CLUSTER
  const late = `require('child_process').fork(__filename, ['late'], ${options})`
  const cwd = t.testdir({
    'late.sh': `#!/bin/sh\nsleep 1\nexec ${process.execPath} "$@"\n`,
    'server.js': `if (process.argv[2]) setInterval(() => { for (let i = 0; i < 1e7; i++); }, 50)\nelse { ${late}; ${SERVE} }`
  })
  fs.chmodSync(`${cwd}/late.sh`, 0o755)
  const { stdout, stderr } = await hotPath(['cpu-profile', 'server.js', '--duration=2', '--connections=10', '--no-open'], { cwd })
  t.match(stdout, /^ {2}process \d+, \d/m, stderr)
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
