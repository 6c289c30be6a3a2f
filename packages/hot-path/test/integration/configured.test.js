'use strict'

// hot-path.config.js and recorded comparisons on the command line: the output, and the files that must stay unchanged.

const fs = require('fs')
const os = require('os')
const path = require('path')
const t = require('tap')
const { loadConfig } = require('../../src/config/config')
const { toSubject } = require('../../src/config/subjects')
const { comparison } = require('../support/comparison')
const { hotPath: run } = require('../support/helper')

const { INIT_CWD, ...ENV } = process.env // set by npm to this project's folder

const SERVER = "require('http').createServer((req, res) => res.end('ok')).listen(process.env.PORT, process.env.HOST)"

/** Runs hot-path in `cwd`. */
const hotPath = (args, cwd) => run(args, { cwd, env: ENV })

/** Creates a project in a folder without another config in its parent folders. */
function project (t, files) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-config-'))
  t.teardown(() => fs.rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text)
  return fs.realpathSync(folder)
}

t.test('a config that throws, and a default for an unknown option, are reported', async function (t) {
  const throws = project(t, { 'hot-path.config.js': 'throw new Error("not today")' })
  t.match(await hotPath(['cpu-profile', 'x'], throws), {
    status: 2,
    stderr: /^hot-path: .*hot-path\.config\.js cannot be loaded\. not today\n$/
  })
  const unknown = project(t, { 'hot-path.config.js': 'module.exports = { defaults: { colour: "red" } }' })
  t.match(await hotPath(['cpu-profile', 'x'], unknown), {
    status: 2,
    stderr: /has a default for --colour, but no command has this option/
  })
})

// Statuses 0 and 1 are results, so CI must not see them for anything else.
const ENDINGS = {
  'never settles': ['export default await new Promise(() => {})', /^hot-path ended without a result\./m],
  'ends the process as if all were well': ['process.exit(0)', /^hot-path ended without a result\./m],
  'ends the process as if a gate had failed': ['process.exit(1)', /^hot-path ended without a result\./m],
  'ends the process a moment later': ['setImmediate(() => process.exit(1)); export default {}', /^hot-path: /],
  'throws nothing': ['throw null', /cannot be loaded\. It threw null\.$/m],
  'throws a string': ["throw 'not today'", /cannot be loaded\. It threw 'not today'\.$/m],
  'throws where it is read': ["export default { get subjects () { throw new Error('not today') } }", /cannot be read\. not today$/m],
  'is a proxy that throws': ["export default new Proxy({}, { ownKeys () { throw new Error('not today') } })", /cannot be read\. not today$/m],
  'is a list': ['export default []', /the export must be object/]
}
for (const [what, [text, said]] of Object.entries(ENDINGS)) {
  t.test(`a config that ${what} is an error, not a verdict`, async function (t) {
    const folder = project(t, { 'hot-path.config.mjs': text, 'server.js': SERVER })
    for (const args of [['gate', '--baseline=server.js', '--candidate=gone.js'], ['claims']]) {
      const { status, stderr } = await hotPath(args, folder)
      t.equal(status, 2, stderr)
      if (args[0] === 'gate') t.match(stderr, said)
      t.notMatch(stderr, /\n {4}at /, 'no stack trace')
    }
  })
}

t.test('an uncaught error is an error, not a verdict', async function (t) {
  const folder = project(t, { 'hot-path.config.cjs': "setTimeout(() => { throw new Error('late') }, 1)\nmodule.exports = {}", 'server.js': SERVER })
  const { status } = await hotPath(['gate', '--baseline=server.js', '--candidate=server.js', '--budget=1s'], folder)
  t.equal(status, 2)
})

t.test('commands that need a config say so if there is none', async function (t) {
  const folder = project(t, {})
  t.match(await hotPath(['claims'], folder), { status: 2, stderr: /hot-path\.config\.js is missing or has no claims.*hot-path init/ })
  t.match(await hotPath(['compare'], folder), { status: 2, stderr: /compare needs servers\. Usage: npx hot-path compare/ })
  t.match(await hotPath(['checkup', 'api'], folder), {
    status: 2,
    stderr: /no subject "api"\. Give the path of a server file\.$/m
  })
})

for (const [type, text] of [
  ['commonjs', /^module\.exports = \{$/m],
  ['module', /^export default \{$/m]
]) {
  t.test(`init writes a first config that works (${type}), and never overwrites one`, async function (t) {
    const folder = project(t, {
      'package.json': JSON.stringify({ type, scripts: { start: 'node server.js' } }),
      'server.js': SERVER
    })
    t.match(await hotPath(['init'], folder), { status: 0, stderr: '', stdout: /hot-path\.config\.js/ })
    const file = path.join(folder, 'hot-path.config.js')
    const written = fs.readFileSync(file, 'utf8')
    t.match(written, text)
    const config = await loadConfig([folder])
    t.match(toSubject('app', { config }), { entry: path.join(folder, 'server.js') })
    t.equal(config.claims.length, 1)
    t.match(await hotPath(['init'], folder), { status: 2, stderr: /already exists\. Nothing was written/ })
    t.equal(fs.readFileSync(file, 'utf8'), written)
  })
}

t.test('--from draws a recorded comparison without measuring', async function (t) {
  const folder = t.testdir({
    'mine.json': JSON.stringify({
      version: 1,
      command: 'compare',
      ...comparison({ before: { cpuUs: 100 }, after: { cpuUs: 50 } })
    })
  })
  const { status, stdout, stderr } = await hotPath(['compare', '--from=mine.json', '--no-open'], folder)
  t.equal(status, 0, stderr)
  t.equal(stderr, '')
  t.match(stdout, /^after answers/)
  t.match(fs.readFileSync(path.join(folder, 'mine.html'), 'utf8'), 'after answers')
  t.same(fs.readdirSync(folder), ['mine.html', 'mine.json'], 'and leaves nothing else')
})

t.test('--from rejects other records with a one-line error, and keeps the old page', async function (t) {
  const folder = t.testdir({ 'mine.json': '{"version":1,"command":"doctor"}', 'mine.html': 'from before' })
  const { status, stdout, stderr } = await hotPath(['compare', '--from=mine.json', '--no-open'], folder)
  t.equal(status, 2)
  t.equal(stdout, '')
  t.match(stderr, /^hot-path: .*mine\.json is not a saved comparison\..*\n$/)
  t.equal(fs.readFileSync(path.join(folder, 'mine.html'), 'utf8'), 'from before')
})
