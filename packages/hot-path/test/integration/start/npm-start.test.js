'use strict'

// Start scripts that run more than node: the process that serves is found, and hot-path starts it itself.

const { once } = require('events')
const fs = require('fs')
const net = require('net')
const os = require('os')
const path = require('path')
const t = require('tap')
const { toSubject } = require('../../../src/config/subjects')
const { judgeByEntry, kindOf } = require('../../../src/util/frame-kind')
const { MARK } = require('../../../src/process/children')
const { withServerProcess } = require('../../../src/process/npm-start')
const { start } = require('../../../src/process/subject')

const ANSWER = 'JSON.stringify([process.argv.slice(2), process.execArgv, process.env.COLOUR, process.cwd()])'
const SERVER = `require('http').createServer((req, res) => res.end(${ANSWER})).listen(process.env.PORT, process.env.HOST)`
// As cross-env, tsx and `nest start` do: they set variables and options, and run node in a child process.
const RUNNER = `#!/usr/bin/env node
const { spawn } = require('child_process')
require('net').createServer().listen(require('path').join(require('os').tmpdir(), 'runner-' + process.pid))
const env = { ...process.env, COLOUR: 'blue' }
const child = spawn(process.execPath, ['--no-warnings', ...process.argv.slice(2)], { env, stdio: 'inherit' })
child.on('exit', (status) => process.exit(status))
`
const FRAMEWORK = `#!/usr/bin/env node\n${SERVER}`

/** Makes a project, with commands in its packages. */
function project (t, { start, prestart, ...files }, commands = {}) {
  const folder = fs.realpathSync(t.testdir({
    'package.json': JSON.stringify({ scripts: { start, prestart }, dependencies: { framework: '1' } }),
    node_modules: { '.bin': {}, framework: { 'package.json': '{}', ...commands } },
    ...files
  }))
  for (const name of Object.keys(commands)) {
    fs.chmodSync(path.join(folder, 'node_modules/framework', name), 0o755)
    fs.symlinkSync(`../framework/${name}`, path.join(folder, 'node_modules/.bin', name.replace('.js', '')))
  }
  return folder
}

/** Starts a project as hot-path does. */
async function answer (t, folder, options = {}) {
  const said = []
  const subject = await withServerProcess(toSubject(folder, options), (sentence) => said.push(sentence))
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'npm-start-'))
  t.teardown(() => fs.rmSync(directory, { recursive: true }))
  const running = await start(subject, { directory })
  try {
    return { subject, said, text: JSON.parse(await (await fetch(`http://127.0.0.1:${running.address.port}/`)).text()) }
  } finally {
    await running.stop()
  }
}

t.test('a command that starts node: its options, variables, arguments and folder are kept', async function (t) {
  const folder = project(t, { start: 'runner dist/main --name "a b"', dist: { 'main.js': SERVER } }, { 'runner.js': RUNNER })
  const { subject, said, text } = await answer(t, folder, { args: ['--more'] })
  const [args, options, colour, cwd] = text
  t.same([args, colour, cwd], [['--name', 'a b', '--more'], 'blue', folder])
  t.ok(options.includes('--no-warnings'))
  t.match(subject, { entry: path.join(folder, 'dist/main.js'), nodeOptions: ['--no-warnings'], env: { COLOUR: 'blue' } })
  t.notOk(Object.keys(subject.env).some((name) => /^(npm_config|HOT_PATH|PORT|HOST|PATH)/.test(name)))
  t.notMatch(subject.env.NODE_OPTIONS ?? '', /find-server/)
  t.match(said, [/^\.\.\. running the start script once, to find the server process: runner dist\/main/])
  t.same(fs.readdirSync('/proc').filter((pid) => isOf(pid, folder)), [], 'no process of the script is left')
})

/** Whether a process belongs to a start script in the folder. */
function isOf (pid, folder) {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, 'utf8').includes(MARK) && fs.readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return false
  }
}

t.test("a framework's own command, after a build", async function (t) {
  const build = "require('fs').writeFileSync('built.txt', 'once\\n', { flag: 'a' })"
  const files = { 'build.js': build, 'route.js': '' }
  const folder = project(t, { prestart: 'node build.js', start: 'COLOUR=red serve --fast && echo', ...files }, { 'serve.js': FRAMEWORK })
  const { subject, text: [args, , colour] } = await answer(t, folder)
  t.same([args, colour], [['--fast'], 'red'])
  t.equal(fs.readFileSync(path.join(folder, 'built.txt'), 'utf8'), 'once\n', 'it is built once')
  judgeByEntry(subject)
  t.equal(kindOf(path.join(folder, 'route.js')), 'app')
  t.equal(kindOf(subject.entry), 'dependency', 'the framework is not the application')
})

t.test('a script with a port of its own is started again on this port', async function (t) {
  const free = net.createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address()
  free.close()
  await once(free, 'close')
  const folder = project(t, { start: `PORT=${port} runner server.js`, 'server.js': SERVER }, { 'runner.js': RUNNER })
  const { subject } = await answer(t, folder)
  t.equal(subject.env.PORT, String(port))
})

t.test('a start script that serves nothing is an error, with its output', async function (t) {
  const failure = async (start, files = {}) => withServerProcess(toSubject(project(t, { start, ...files })))
  await t.rejects(failure('gone --now'), {
    name: 'OperationalError',
    message: /^the start script of .*, "gone --now", opened no port: it ended with status 127\. Give the path of the server's file instead\. It printed:\n.*gone/
  })
  await t.rejects(failure('node build.js && node gone.js', { 'build.js': "console.log('built')" }), {
    message: /ended with status 1\. .*\n\| built\n(.*\n)*.*Cannot find module/
  })
  t.throws(() => toSubject(project(t, { start: 'runner job.js' }), { 'no-load': true }), {
    name: 'OperationalError',
    message: /"runner job\.js", does not run node directly\. With --no-load, give the path of the program's file instead\.$/
  })
  t.same(fs.readdirSync('reports').filter((name) => name.startsWith(`.run-${process.pid}-`)), [], 'no file is left')
})
