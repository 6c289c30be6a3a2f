'use strict'

// Failures at start, caused by the system, the folder or the start script: a one-line error, and a process that ends.

const { execFileSync, spawnSync } = require('child_process')
const fs = require('fs')
const http = require('http')
const { once } = require('events')
const os = require('os')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const t = require('tap')
const { HOT_PATH } = require('../../support/helper')
const { killedIn, withRunDirectory } = require('../../../src/util/run-directory')
const { contractDifference } = require('../../../src/measurement/contract')
const { start } = require('../../../src/process/subject')

const HELLO = path.join(__dirname, '../../fixtures/hello.js')
const subject = (more) => ({ id: 'hello', title: 'hello', entry: HELLO, file: 'hello.js', path: '/', ...more })

t.test('a start that the system refuses is explained in one line, and the process ends', async function (t) {
  const directory = t.testdir()
  const program = `
    const { start } = require('./src/process/subject')
    start({ ...${JSON.stringify(subject())}, args: ['x'.repeat(140_000)] }, { directory: ${JSON.stringify(directory)} }).catch((err) => console.log(err.name, err.message))`
  t.match(
    execFileSync(process.execPath, ['-e', program], { cwd: path.join(__dirname, '../../..'), encoding: 'utf8', timeout: 15_000 }),
    /^OperationalError hello\.js cannot be started: its arguments and environment are too long for the system\.$/m
  )
})

t.test('a run whose folder is removed is reported', async function (t) {
  const folder = t.testdir()
  const removed = withRunDirectory(folder, async function (directory) {
    fs.rmSync(folder, { recursive: true })
    fs.writeFileSync(path.join(directory, 'x'), '')
  })
  await t.rejects(removed, { name: 'OperationalError', message: /was removed while it was in use\. Try again\.$/ })
  const early = withRunDirectory(folder, async function (directory) {
    fs.rmSync(folder, { recursive: true })
    return start(subject(), { directory })
  })
  await t.rejects(early, { name: 'OperationalError', message: /was removed while it was in use/ })
})

t.test('run folders of other machines and containers are left alone for a day', async function (t) {
  const folder = t.testdir()
  let own
  await withRunDirectory(folder, async (directory) => {
    own = path.basename(directory)
  })
  const [, place] = /^\.run-\d+-(\w{8})-/.exec(own)
  const names = { ours: `.run-999999999-${place}-abcdef`, theirs: '.run-999999999-01234567-abcdef', old: '.run-1-01234567-ghijkl', living: `.run-${process.pid}-${place}-x` }
  for (const name of Object.values(names)) fs.mkdirSync(path.join(folder, name))
  fs.utimesSync(path.join(folder, names.old), new Date('2020-01-01'), new Date('2020-01-01'))
  t.same(killedIn(folder).map((file) => path.basename(file)).sort(), [names.old, names.ours].sort())
})

t.test('a working directory that no longer exists is reported in one line', async function (t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-gone-'))
  const { status, stderr } = spawnSync('sh', ['-c', 'rmdir "$PWD"; exec "$0" "$1" --help', process.execPath, HOT_PATH], { cwd: folder, encoding: 'utf8' })
  t.equal(status, 2)
  t.equal(stderr, 'hot-path: the working directory no longer exists. Change to another one.\n')
})

t.test('an endless body is not read to its end', async function (t) {
  const directory = t.testdir({
    'endless.js': `require('http').createServer(function (req, res) {
      const chunk = Buffer.alloc(1e6, 'x')
      const more = () => { while (res.write(chunk)); }
      res.on('drain', more)
      more()
    }).listen(process.env.PORT, process.env.HOST)`
  })
  const one = subject({ entry: path.join(directory, 'endless.js'), file: 'endless.js' })
  const before = process.memoryUsage().rss
  t.equal(await contractDifference(one, one, directory), null)
  t.ok(process.memoryUsage().rss - before < 300e6, 'memory')
  t.match(await contractDifference(subject(), one, directory), /kind of body is text in the first and more than 16 MB in the second/)
})

t.test('answers that vary within a version keep the contract, and contents are not printed', async function (t) {
  const answers = (/** @type {string} */ body) =>
    `let asked = 0
    require('http').createServer((req, res) => res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(${body})))
      .listen(process.env.PORT, process.env.HOST)`
  const directory = t.testdir({
    'list.js': answers('Math.random() < 0.5 ? { hits: [] } : { hits: [{ id: 1 }], next: 2 }'),
    'map.js': answers("{ users: { [Math.random() + '@example.org']: { name: 'Ada' } } }"),
    'turns.js': answers('asked++ % 2 ? { total: 1 } : { total: "1" }'),
    'text.js': answers('{ users: { "ada@example.org": "Ada" } }')
  })
  const at = (/** @type {string} */ file) => subject({ entry: path.join(directory, file), file })
  for (const file of ['list.js', 'map.js', 'turns.js']) t.equal(await contractDifference(at(file), at(file), directory), null, file)
  const difference = await contractDifference(at('text.js'), at('map.js'), directory)
  t.match(difference, /the body.* users\.\(a key of 15 characters\) is only in the first/)
  t.notMatch(difference, /ada@/)
})

t.test('a server that prints endlessly leaves a small log', async function (t) {
  const directory = t.testdir({
    'prints.js': `const fs = require('fs')
      let mb = 0
      require('http').createServer(function (req, res) {
        for (let i = 0; i < 40; i++) fs.writeSync(1, Buffer.alloc(1e6, 'x'))
        res.end(String(mb += 40))
      }).listen(process.env.PORT, process.env.HOST)`
  })
  const running = await start(subject({ entry: path.join(directory, 'prints.js') }), { directory })
  t.teardown(() => running.kill())
  const log = path.join(directory, 'server.log')
  let printed = 0
  while (printed < 200e6) {
    const [answer] = await once(http.get({ ...running.address, agent: false }), 'response')
    printed += 40e6
    answer.resume()
    while (fs.statSync(log).size > 32e6) await wait(20) // polls: there is no event
  }
  t.ok(fs.statSync(log).size < printed / 4, `${fs.statSync(log).size} of ${printed} bytes`)
})
