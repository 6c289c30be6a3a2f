'use strict'

// Cases that others have written: broken and malicious ones are refused, and nothing runs before the learner agrees.

const { spawnSync } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const http = require('http')
const path = require('path')
const t = require('tap')
const { send } = require('../../../scripts/learn/request')
const { ROOT, hotPath } = require('../../support/helper')

const FIRST = path.join(ROOT, 'scripts/learn/cases/first')
const read = (name) => fs.readFileSync(path.join(FIRST, name), 'utf8')
const withData = (change) => JSON.stringify({ ...JSON.parse(read('case.json')), ...change })

/** Copies the first case into a folder, with some files replaced; null deletes one. */
function caseIn (folder, files = {}) {
  fs.cpSync(FIRST, folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    if (text === null) fs.rmSync(path.join(folder, name))
    else fs.writeFileSync(path.join(folder, name), text)
  }
}

/** Runs `learn` in a folder. */
const learnIn = (folder) => (...words) => hotPath(['learn', ...words], { cwd: folder })

const BROKEN = {
  'no case.json': [{ 'case.json': null }, /case\.json does not exist/],
  'damaged JSON': [{ 'case.json': '{"title":' }, /case\.json is not valid JSON/],
  'an unknown finding': [{ 'case.json': withData({ illnesses: [{ finding: 'slow', places: [] }] }) }, /illnesses\.0\.finding must be equal to one of the allowed values/],
  'an unknown field': [{ 'case.json': withData({ postinstall: 'x' }) }, /must NOT have additional properties/],
  'two hints': [{ 'case.json': withData({ hints: ['a', 'b'] }) }, /hints must NOT have fewer than 3 items/],
  'a place in another folder': [{ 'case.json': withData({ illnesses: [{ finding: 'gc', places: ['../index.js:1-2'] }] }) }, /places\.0 must match pattern/],
  'a place that does not exist': [{ 'case.json': withData({ illnesses: [{ finding: 'gc', places: ['index.js:100-200'] }] }) }, /names index\.js:100-200, but index\.js has 2\d lines/],
  'no server': [{ 'index.js': null }, /has no index\.js/],
  'no ticket and no answers': [{ 'ticket.md': null, 'answers.md': null }, /has no ticket\.md and no answers\.md/],
  'no solution': [{ 'answers.md': '# What to take home\n\nLess.\n' }, /has no "# Solution"/],
  'no lesson': [{ 'answers.md': read('answers.md').replace(/^# What[^]*?(?=# Solution)/, '') }, /does not begin with "# What to take home"/],
  'nothing that verifies a cure': [{ 'case.json': withData({ counts: undefined }) }, /Nothing verifies a cure/],
  'six megabytes': [{ 'data.txt': 'x'.repeat(6e6) }, /The files have 6 MB\. A case has at most 5 MB/]
}

for (const [what, [files, says]] of Object.entries(BROKEN)) {
  t.test(`refused: ${what}`, async function (t) {
    const folder = t.testdir()
    caseIn(path.join(folder, 'theirs'), files)
    const { status, stderr } = await learnIn(folder)('cases', 'add', 'theirs')
    t.equal(status, 2)
    t.match(stderr, says)
    t.notMatch(stderr, /\n {4}at /)
    t.notOk(fs.existsSync(path.join(folder, 'my-work/added/theirs')), 'it is not in the list')
  })
}

t.test('refused: a link, which could lead out of the folder', async function (t) {
  const folder = t.testdir()
  caseIn(path.join(folder, 'theirs'))
  fs.symlinkSync('/etc/passwd', path.join(folder, 'theirs/notes.txt'))
  t.match(await learnIn(folder)('cases', 'add', 'theirs'), { status: 2, stderr: /notes\.txt is neither a file nor a folder\. A case has no links\./ })
})

t.test('a malicious package runs nothing before the learner has agreed', async function (t) {
  const folder = t.testdir({ package: {} })
  const mark = path.join(folder, 'it-ran')
  const evil = `require('fs').writeFileSync(${JSON.stringify(mark)}, '')`
  const scripts = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish', 'preprepare'].map((name) => [name, `node -e ${JSON.stringify(evil)}`])
  caseIn(path.join(folder, 'package'), {
    'package.json': JSON.stringify({ name: 'a-case', version: '1.0.0', scripts: Object.fromEntries(scripts) }),
    'index.js': `${evil}\n${read('index.js')}`,
    'case.json': withData({ title: 'Evil \x1b[2J\x1b]0;x\x07title', illnesses: [{ finding: 'event-loop', places: ['index.js:12-15'] }] })
  })
  const { status } = spawnSync('npm', ['pack', '--ignore-scripts', './package'], { cwd: folder })
  t.equal(status, 0)
  const learn = learnIn(folder)
  t.match(await learn('cases', 'add', './a-case-1.0.0.tgz'), { status: 0, stdout: /Added: 101 Evil title\nNothing of it has run yet\. To start it: npm run learn start 101/ })
  t.match(await learn('cases'), { status: 0, stdout: /^ {2}101 {2}Evil title$/m })
  t.match(await learn('start', '101'), { status: 1, stdout: /^Nothing was started\. \(To confirm without a terminal: npm run learn start 101 yes\)/ })
  t.match(await learn('cases', 'add', './a-case-1.0.0.tgz'), { status: 2, stderr: /a-case has already been added/ })
  t.notOk(fs.existsSync(mark), 'nothing of it has run')
  t.match(await learn('start', '101', 'yes'), { status: 0, stdout: /^Case 101: Evil title\n[^]*Your copy: my-work\/cases\/a-case\// })
  t.notOk(fs.existsSync(mark), 'starting a case copies it')
})

t.test('a diff cannot change files outside of the case', async function (t) {
  const folder = t.testdir({ 'secret.txt': 'a\n' })
  const outside = read('answers.md').replace(/(# Wrong: another-hash[^]*?```diff\n)[^]*?```/, '$1--- a/../../secret.txt\n+++ b/../../secret.txt\n@@ -1 +1 @@\n-a\n+b\n```')
  caseIn(path.join(folder, 'theirs'), { 'answers.md': outside })
  const { status, stdout } = await learnIn(folder)('cases', 'check', 'theirs')
  t.equal(status, 1)
  t.match(stdout, /^WRONG: wrong-another-hash: the diff does not apply\./m)
  t.match(stdout, /^The case is not proven yet\.$/m)
  t.equal(fs.readFileSync(path.join(folder, 'secret.txt'), 'utf8'), 'a\n')
  t.same(fs.readdirSync(path.join(folder, 'my-work')), [], 'no copy is left')
})

t.test('an unknown verb, a missing folder, an existing one', async function (t) {
  const folder = t.testdir({ mine: {} })
  const learn = learnIn(folder)
  t.match(await learn('cases', 'prove'), { status: 2, stderr: /there is no "learn cases prove"\. There are: add, check, new\./ })
  t.match(await learn('cases', 'new', 'mine'), { status: 2, stderr: /mine exists already/ })
  t.match(await learn('cases', 'add'), { status: 2, stderr: /Which case\? npm run learn cases add <folder or package>/ })
  t.match(await learn('cases', 'check', 'none'), { status: 2, stderr: /none\/case\.json does not exist/ })
})

t.test('a server that closes idle connections answers, and why one does not answer is said', async function (t) {
  const used = new WeakSet()
  const server = http.createServer(function ({ socket, url }, res) {
    if (used.has(socket) || url === '/never') return socket.destroy()
    used.add(socket)
    res.end('answer')
  })
  t.teardown(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = /** @type {import('net').AddressInfo} */ (server.address())
  const ask = (request) => send(request, { host: '127.0.0.1', port }, { patienceMs: 10_000 })
  for (const request of ['/', '/again', 'POST /']) t.equal((await ask(request)).body, 'answer', request)
  await t.rejects(ask('/never'), { message: /^the server gave no answer to \/never \((?!fetch failed).+\)\.$/ })
})
