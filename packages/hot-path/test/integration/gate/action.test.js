'use strict'

// The action and the workflows: runs the steps of action.yml as a runner would, in a scratch repository, and parses
// every workflow that the documentation shows or that hot-path writes.

const { spawnSync } = require('child_process')
const fs = require('fs')
const os = require('os')
const path = require('path')
const t = require('tap')
const { parse } = require('yaml')
const { HOT_PATH, ROOT, hotPath } = require('../../support/helper')
const { newClone, runAction } = require('../../support/run-action')

const SERVER = `'use strict'
const { rounds } = require('./rounds')
function total () {
  let sum = 0
  for (let i = 0; i < rounds; i++) sum += Math.sqrt(i)
  return sum
}
require('http').createServer(function (request, response) {
  response.statusCode = request.headers['x-name'] === 'a b' ? 200 : 400
  response.end(String(total()))
}).listen(process.env.PORT, process.env.HOST)
`
const OPTIONS = '--budget=2s --connections=5 --header="x-name: a b"'

t.setTimeout(120_000)

/** Creates a clone with a branch to be merged into main, and returns a runner for the steps of the action. */
function pullRequest (t, changes) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-action-'))
  t.teardown(() => fs.rmSync(folder, { recursive: true }))
  const { clone, git } = newClone(folder)
  const write = (files) => {
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(clone, name), text)
    git('add', '.')
    git('commit', '--quiet', '--message', 'x')
  }
  write({ '.gitignore': 'node_modules\nreports\n', 'server.js': SERVER, 'rounds.js': 'exports.rounds = 2000\n' })
  git('push', '--quiet', 'origin', 'main')
  git('checkout', '--quiet', '-b', 'topic')
  write(changes)
  fs.mkdirSync(path.join(clone, 'node_modules/.bin'), { recursive: true })
  fs.symlinkSync(HOT_PATH, path.join(clone, 'node_modules/.bin/hot-path'))
  return (given) => runAction(clone, given, { folder })
}

t.test('a pull request that changes only a text passes', async function (t) {
  const run = pullRequest(t, { 'README.md': 'Hello.\n' })
  const { status, output, summary, stderr } = run({ candidate: 'server.js', options: OPTIONS })
  t.equal(status, 0, stderr)
  t.match(output, /^verdict=(holds|inconclusive)$/m)
  t.match(summary, /^### Gate: (holds|inconclusive)\. /)
})

t.test('a pull request that slows the server fails, and lists the regressed functions', async function (t) {
  const run = pullRequest(t, { 'rounds.js': 'exports.rounds = 200000\n' })
  const { status, output, summary, stdout, stderr } = run({ candidate: 'server.js', options: OPTIONS })
  t.equal(status, 1, stderr)
  t.match(stdout, /^::error title=Gate of \/%3A fails,file=server\.js,line=3::The candidate is slower: [\d.]+ to [\d.]+ times the CPU per request \(tolerated: 2 %25\)\./m)
  t.match(output, /^verdict=fails$/m)
  t.match(summary, /^### Gate: fails\. [^]*\*\*Regressed functions\*\*[^]*`total server\.js:3`/)
})

t.test('a pull request whose server cannot be measured fails with a one-line error', async function (t) {
  const run = pullRequest(t, { 'README.md': 'Hello.\n' })
  const { status, output, stderr } = run({ candidate: 'nowhere.js', options: OPTIONS })
  t.equal(status, 2)
  t.match(stderr, /^hot-path: there is no subject "nowhere\.js"/m)
  t.match(stderr, /^::error::hot-path: there is no subject "nowhere\.js"/m)
  t.equal(output, '')
})

t.test('options with an unclosed quote are an error, and no gate runs', async function (t) {
  const run = pullRequest(t, { 'README.md': 'Hello.\n' })
  const { status, output, stdout } = run({ candidate: 'server.js', options: '--budget=2s --header="x-name: a b' })
  t.equal(status, 2)
  t.match(stdout, /^::error::The input 'options' cannot be split into words\. Check that every quote is closed\.$/m)
  t.equal(output, '')
})

t.test('CI runs only the installed hot-path', async function (t) {
  for (const file of ['action.yml', 'docs/ci.md', 'packages/hot-path/src/cli/commands/init.js']) {
    const text = fs.readFileSync(path.join(ROOT, file), 'utf8')
    const used = [...text.matchAll(/(?:run: |^ *- |^ *)(npx[^\n]* gate --)(?!baseline=git:HEAD)/gm)].map(([, command]) => command)
    t.ok(used.length > 0, file)
    for (const command of used) t.equal(command, 'npx --no-install hot-path gate --', file)
  }
})

t.test('every action is pinned to a commit', async function (t) {
  const texts = ['action.yml', 'docs/ci.md', ...workflows()].map((file) => [file, fs.readFileSync(path.join(ROOT, file), 'utf8')])
  for (const [file, text] of texts) {
    for (const [, used] of text.matchAll(/uses: (\S+)/g)) {
      if (!used.startsWith('<')) t.match(used, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/, file)
    }
  }
})

t.test('init --ci writes the documented workflow, and never overwrites one', async function (t) {
  const cwd = t.testdir({ 'server.js': '' })
  const env = { ...process.env, INIT_CWD: cwd }
  const { status, stdout } = await hotPath(['init', '--ci'], { cwd, env })
  t.equal(status, 0)
  t.match(stdout, /^Wrote \.github\/workflows\/hot-path\.yml, which runs the gate on each pull request\.$/m)
  const written = fs.readFileSync(path.join(cwd, '.github/workflows/hot-path.yml'), 'utf8')
  const [, shown] = /```yaml\n(name: hot-path\n[^]*?)```/.exec(fs.readFileSync(path.join(ROOT, 'docs/ci.md'), 'utf8'))
  t.equal(written, shown)
  t.match(parse(written), { on: 'pull_request', permissions: { contents: 'read' } })
  const again = await hotPath(['init', '--ci'], { cwd, env })
  t.equal(again.status, 2)
  t.match(again.stderr, /already exists\. Nothing was written/)
})

t.test('every documented workflow is valid YAML', async function (t) {
  const text = fs.readFileSync(path.join(ROOT, 'docs/ci.md'), 'utf8')
  for (const [, yaml] of text.matchAll(/```yaml\n([^]*?)```/g)) t.doesNotThrow(() => parse(yaml), yaml.split('\n')[0])
})

t.test('the workflow of the history appends to a branch of its own', async function (t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-action-'))
  t.teardown(() => fs.rmSync(folder, { recursive: true }))
  const { clone, git } = newClone(folder)
  const [bin, temp] = ['bin', 'temp'].map((name) => path.join(folder, name))
  git('commit', '--quiet', '--allow-empty', '-m', 'one')
  git('push', '--quiet', 'origin', 'HEAD:main')
  // Instead of a gate: appends its baseline to the file, and ends as told.
  fs.mkdirSync(bin)
  const gate = '#!/bin/sh\nfor last; do :; done\necho "$4" >> "$(echo "$last" | cut -d= -f2)"\nexit "$ENDS"\n'
  fs.writeFileSync(path.join(bin, 'npx'), gate, { mode: 0o755 })
  const text = fs.readFileSync(path.join(ROOT, 'docs/ci.md'), 'utf8')
  const [, yaml] = /```yaml\n(name: hot-path history\n[^]*?)```/.exec(text)
  const { run } = parse(yaml).jobs.gate.steps.at(-1)
  const push = function (BEFORE, ENDS) {
    fs.rmSync(temp, { recursive: true, force: true })
    fs.mkdirSync(temp) // a new machine for each run
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, RUNNER_TEMP: temp, GITHUB_SHA: 'abc', BEFORE, ENDS }
    return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], { cwd: clone, encoding: 'utf8', env }).status
  }
  t.equal(push('c1', '0'), 0)
  t.equal(push('c2', '1'), 1, 'a gate that fails is kept, too')
  t.equal(push('c3', '2'), 2)
  t.equal(push('c4', '3'), 3)
  git('fetch', '--quiet', 'origin', 'hot-path-history')
  t.equal(git('show', 'FETCH_HEAD:gates.jsonl'), 'git:c1\ngit:c2\ngit:c4\n'.replaceAll('git:', '--baseline=git:'))
  t.same(git('log', '--format=%s', 'FETCH_HEAD').trim().split('\n'), Array(3).fill('Gate of abc'))
  t.equal(git('ls-tree', '--name-only', 'FETCH_HEAD'), 'gates.jsonl\n', 'nothing else is in the branch')
})

function workflows () {
  return fs.readdirSync(path.join(ROOT, '.github/workflows')).map((name) => path.join('.github/workflows', name))
}
