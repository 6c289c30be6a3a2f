'use strict'

// The check-up on a server for each finding (thread pool: promises.test.js), and its interruption. More servers and
// versions of Node: node trials/studies/checkup.js

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { ROOT, begin, hotPath } = require('../support/helper')
const { okUnlessBusy, watchMachine } = require('../support/performance')
const { checkup } = require('../support/checkup')
const { TOTAL, compile, lineOf, project } = require('../support/compiled')

for (const fixture of [
  'gc/queues-callbacks',
  'memory-growth/keeps-every-request',
  'refusing/closes-connections',
  'sync-io/sleeps-in-the-loop',
  'waiting/waits-for-a-timer'
]) {
  t.test(fixture, async function (t) {
    const interference = watchMachine(t)
    const { status, names } = await checkup(path.join(ROOT, `trials/servers/kinds/${fixture}.js`), [
      '--path=/',
      '--duration=3'
    ])
    t.equal(status, 0)
    okUnlessBusy(t, names[0] === path.dirname(fixture), names.join(', '), interference)
  })
}

// The service computes; the server only forwards requests to it.
const SERVICE = `const http = require('http')
if (process.argv[2]) http.createServer((req, res) => { for (let i = 0; i < 1e7; i++); res.end('hello') }).listen(0, '127.0.0.1', function () { process.send(this.address().port) })
else require('child_process').fork(__filename, ['service']).on('message', (port) => http.createServer((req, res) => http.get({ port, host: '127.0.0.1' }, (answer) => answer.pipe(res))).listen(process.env.PORT, process.env.HOST))
process.on('disconnect', () => process.exit())`

t.test('a service started by the server is what the server waits for, not a part of it', async function (t) {
  const cwd = t.testdir({ 'server.js': SERVICE })
  const interference = watchMachine(t)
  const { status, stdout, stderr } = await hotPath(['checkup', 'server.js', '--duration=2', '--connections=10', '--no-open'], { cwd })
  t.equal(status, 0, stderr)
  t.match(stdout, /^server\.js started a process that listens on its own port\. /m)
  okUnlessBusy(t, /^The check-up says: waiting/m.test(stdout), stdout, interference)
})

t.test('the line in a compiled server is that of the source', async function (t) {
  const folder = project(t)
  // Otherwise it is at the threshold on a fast machine.
  const source = path.join(folder, 'src/server.ts')
  fs.writeFileSync(source, fs.readFileSync(source, 'utf8').replace('400_000', '4_000_000'))
  compile(folder, { sourceMap: true })
  const interference = watchMachine(t)
  const args = ['checkup', 'dist/server.js', '--duration=2', '--connections=100', '--json', '--no-open']
  const { status, stdout, stderr } = await hotPath(args, { cwd: folder })
  t.equal(status, 0, stderr)
  // Its array grows, too: that is another finding.
  const { findings } = JSON.parse(stdout)
  const { file, line } = findings.find(({ name }) => name === 'event-loop')?.places?.[0] ?? {}
  const found = `${file}:${line} of ${findings.map(({ name }) => name)}`
  okUnlessBusy(t, file === 'src/total.ts' && line === lineOf(TOTAL, '<- computes'), found, interference)
})

t.test('a server that dies gets no diagnosis, and its last output is reported', async function (t) {
  const { status, findings } = await checkup(
    path.join(ROOT, 'trials/servers/kinds/not-enough-data/dies-under-load.js'),
    ['--path=/', '--duration=2']
  )
  t.equal(status, 3)
  t.match(findings[0], { name: 'not-enough-data', evidence: [{ what: /two hundred are enough/ }] })
})

t.test('an interrupted check-up leaves no processes behind', async function (t) {
  const running = begin([
    'checkup',
    path.join(ROOT, 'trials/servers/kinds/sync-io/sleeps-in-the-loop.js'),
    '--path=/'
  ])
  await running.says('under load')
  running.child.kill('SIGINT')
  t.equal((await running.ended).status, 130)
})
