'use strict'

// A server that becomes unresponsive: every command ends with a one-line error, and on Ctrl-C. hot-path waits for 12 s
// (process/channel.js); an endless wait would exceed the test's limit.

const fs = require('fs')
const os = require('os')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const t = require('tap')
const { HOT_PATH, begin, left } = require('../../support/helper')

t.setTimeout(120_000)
const LOAD = ['--connections=10', '--no-open']
const COMPARE = ['compare', 'server.js', ...LOAD, '--rounds=3', '--duration=0.3', '--timeline=2']
const GATE = ['gate', '--baseline=server.js', '--candidate=server.js', '--connections=10', '--budget=10s', '--no-places']
const THRESHOLD = ['threshold', 'server.js', '--connections=10', '--duration=2', '--rounds=1']

// Writes a file when it becomes unresponsive, after some answers.
const serve = (hang, after = 0) => `
let answers = 0
const hang = () => { require('fs').writeFileSync('hangs', ''); ${hang} }
require('http').createServer((req, res) => answers++ < ${after} ? res.end('hello') : hang())
  .listen(process.env.PORT, process.env.HOST)`

const LOOP = 'for (;;);'
const STOP = "process.kill(process.pid, 'SIGSTOP')"
const NOT_HEARD = /hot-path: The server has not responded for 12 s: its event loop is blocked, or its process is stopped\.$/m

const runs = [
  ['it is stopped on the first request of the load', COMPARE, serve(STOP, 1)],
  ['it loops after 3,000 answers', COMPARE, serve(LOOP, 3000)],
  ['it is stopped under load', COMPARE, serve(STOP, 300)],
  ['it is stopped while a gate measures it', GATE, serve(STOP, 300)],
  ['it is stopped while its delays are measured', THRESHOLD, serve(STOP, 300)],
  ['it is stopped while it is profiled', ['cpu-profile', 'server.js', ...LOAD, '--duration=2'], serve(STOP, 300)],
  ['it is stopped while its waits are traced', ['waits', 'server.js', ...LOAD, '--duration=20'], serve(STOP, 300)],
  ['it is stopped during a check-up', ['checkup', 'server.js', ...LOAD, '--duration=20'], serve(STOP, 300), [0, 3], /hot-path|has not responded/],
  [
    'it swallows every error, and what is to be read of it cannot be',
    COMPARE,
    `process.on('uncaughtException', () => {})
    process.cpuUsage = process.memoryUsage = () => { throw new Error('no') }
    ${serve('', Infinity)}`,
    [0],
    /req\/s/
  ]
]

const folderOf = (t, server) => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-hangs-')))
  fs.writeFileSync(path.join(folder, 'server.js'), server)
  t.teardown(() => fs.rmSync(folder, { recursive: true }))
  return folder
}

t.jobs = runs.length
for (const [what, args, server, statuses = [2], says = NOT_HEARD] of runs) {
  t.test(what, { buffered: true }, async function (t) {
    const folder = folderOf(t, server)
    const { status, stdout, stderr } = await begin(args, { cwd: folder }).ended
    t.ok(statuses.includes(status), `${status} ${stderr}`)
    t.match(stdout + stderr, says)
    t.notMatch(stderr, /\n {4}at /, 'no stack trace')
    t.same(await left((args) => args.includes(folder)), [])
  })
}

t.test('Ctrl-C ends all processes of an unresponsive server', { buffered: true }, async function (t) {
  const folder = folderOf(t, serve(LOOP, 300))
  const run = begin(COMPARE, { cwd: folder })
  while (!fs.existsSync(path.join(folder, 'hangs'))) await wait(20)
  run.child.kill('SIGINT')
  t.equal((await run.ended).status, 130)
  t.same(await left((args) => args.includes(folder)), [])
})

t.test('more connections than file descriptors are reported in one line', { buffered: true }, async function (t) {
  const folder = folderOf(t, serve('', Infinity))
  const limited = (descriptors) => ['sh', '-c', `ulimit -n ${descriptors}; exec "$0" "$@"`, process.execPath, HOT_PATH]
  const { status, stderr } = await begin([...COMPARE, '--connections=300'], { cwd: folder, command: limited(100) }).ended
  t.equal(status, 2)
  t.match(stderr, /hot-path: the system allows only \d\d connections at once \(EMFILE\)\. Use fewer --connections, or raise the limit of/)
  const few = await begin(COMPARE, { cwd: folder, command: limited(20) }).ended
  t.equal(few.status, 2)
  t.match(few.stderr, /^hot-path: .*too many open files\. Raise the limit: ulimit -n 4096\.?$/m)
  t.same(await left((args) => args.includes(folder)), [])
})
