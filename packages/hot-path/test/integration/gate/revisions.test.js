'use strict'

// A gate against another revision, in scratch repositories: the code that the baseline runs, and an unchanged
// repository. Tests that need no verdict only start both servers and compare their answers: support/answers-at.js.

const { execFileSync } = require('child_process')
const fs = require('fs')
const os = require('os')
const path = require('path')
const t = require('tap')
const { HOT_PATH, ROOT, begin } = require('../../support/helper')
const { scratchRepository } = require('../../support/scratch-repository')

// Answers with the code's constant, and counts up to it on each request.
const SERVER = `'use strict'
const { rounds } = require('./rounds')
require('http').createServer(function (request, response) {
  let sum = 0
  for (let i = 0; i < rounds; i++) sum += Math.sqrt(i)
  response.end(rounds + ' rounds, ' + (sum > 0))
}).listen(process.env.PORT, process.env.HOST)
`
const FAST = 'exports.rounds = 10\n'
const SLOW = 'exports.rounds = 200000\n'
const DIFFERENT = ['10 rounds, true', '200000 rounds, true']
const GATE = [
  process.execPath,
  HOT_PATH,
  'gate',
  '--baseline=git:HEAD',
  '--candidate=server.js',
  '--budget=1s',
  '--connections=5',
  '--no-places',
  '--json'
]

const ANSWERS = [process.execPath, path.join(ROOT, 'packages/hot-path/test/support/answers-at.js')]

const ASKED = JSON.stringify({ baseline: ['git:HEAD'], candidate: ['server.js'], args: [] })
// As git runs it in a hook.
const ASKING = [...ANSWERS, ASKED].map((word) => `'${word}'`).join(' ')

/** Creates a repository with a fast server, committed. */
function repository (t) {
  return scratchRepository(t, { 'server.js': SERVER, 'rounds.js': FAST })
}

/** Runs the gate in the folder, as a user would. */
async function gate (folder, args = GATE, env = {}) {
  const { stdout, stderr, status } = await begin(args.slice(2), { cwd: folder, env: { ...process.env, ...env } }).ended
  return { status, stderr, ...(stdout && JSON.parse(stdout)) }
}

/**
 * Returns the answers of the previous revision and of the working files.
 *
 * @returns {Promise<{ status: number, stderr: string, answers?: string[], contractChange?: string }>}
 */
async function answersIn (folder, { candidate = 'server.js', ...options } = {}) {
  const { INIT_CWD, ...env } = process.env // set by npm to this project's folder
  const asked = JSON.stringify({ baseline: ['git:HEAD'], candidate: [candidate], args: [], ...options })
  const { stdout, stderr, status } = await begin([asked], { cwd: folder, env, command: ANSWERS }).ended
  return { status, stderr, ...(stdout && JSON.parse(stdout)) }
}

t.test('in a pre-commit hook, the commit contains the staged changes', async function (t) {
  const { folder, git, write } = repository(t)
  write('a.txt', 'a')
  git('add', '.')
  git('commit', '--quiet', '-m', 'two')
  const kept = path.join(folder, 'reports', 'verdict.json')
  fs.mkdirSync(path.dirname(kept))
  write('.git/hooks/pre-commit', `#!/bin/sh\n${ASKING} > '${kept}'\nexit 0\n`, 0o755)
  write('rounds.js', SLOW)
  git('commit', '--quiet', '-a', '-m', 'three')
  t.equal(
    git('show', '--stat=80', '--format=', 'HEAD').split('\n')[0].trim().split(' ')[0],
    'rounds.js',
    'the change is in it'
  )
  t.equal(git('ls-tree', '--name-only', 'HEAD'), '.gitignore\na.txt\nrounds.js\nserver.js', 'and nothing is gone')
  t.equal(git('status', '--porcelain'), '', 'the index is as it was')
  t.same(JSON.parse(fs.readFileSync(kept, 'utf8')).answers, DIFFERENT, 'it compared the revision with the working files')
  t.equal(git('worktree', 'list').split('\n').length, 1)
})

t.test('in a pre-push hook of a linked work tree, the baseline comes from that repository', async function (t) {
  const { git, write } = repository(t)
  const remote = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-remote-'))
  const linked = path.join(remote, 'linked')
  t.teardown(() => fs.rmSync(remote, { recursive: true, force: true }))
  git('init', '--quiet', '--bare', path.join(remote, 'remote.git'))
  git('remote', 'add', 'origin', path.join(remote, 'remote.git'))
  git('worktree', 'add', '--quiet', '-b', 'topic', linked)
  fs.writeFileSync(path.join(linked, 'rounds.js'), SLOW)
  const kept = path.join(remote, 'verdict.json')
  write('.git/hooks/pre-push', `#!/bin/sh\n${ASKING} > '${kept}'\nexit 0\n`, 0o755)
  execFileSync('git', ['push', '--quiet', 'origin', 'topic'], { cwd: linked, stdio: 'ignore' })
  t.same(JSON.parse(fs.readFileSync(kept, 'utf8')).answers, DIFFERENT)
  t.equal(git('worktree', 'list').split('\n').length, 2, "the person's own work tree stays")
  t.equal(
    execFileSync('git', ['status', '--porcelain', '--untracked-files=no'], { cwd: linked, encoding: 'utf8' }),
    ' M rounds.js\n'
  )
})

t.test("a user's missing work tree is kept, and one left by a killed run is removed", async function (t) {
  const { folder, git } = repository(t)
  const elsewhere = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-disk-'))
  t.teardown(() => fs.rmSync(elsewhere, { recursive: true, force: true }))
  git('worktree', 'add', '--quiet', '--detach', path.join(elsewhere, 'tree'))
  fs.renameSync(path.join(elsewhere, 'tree'), path.join(elsewhere, 'moved')) // like a disk that is not mounted
  const left = path.join(folder, 'reports', '.run-999999999-killed', 'baseline')
  git('worktree', 'add', '--quiet', '--detach', left)
  fs.rmSync(path.dirname(left), { recursive: true })
  t.equal((await answersIn(folder)).status, 0)
  fs.renameSync(path.join(elsewhere, 'moved'), path.join(elsewhere, 'tree'))
  t.equal(
    execFileSync('git', ['status', '--porcelain'], { cwd: path.join(elsewhere, 'tree'), encoding: 'utf8' }),
    '',
    'it is there again, and whole'
  )
  t.same(
    git('worktree', 'list')
      .split('\n')
      .map((line) => line.split(' ')[0]),
    [folder, path.join(elsewhere, 'tree')]
  )
})

t.test("the repository's hooks do not run in the baseline's work tree", async function (t) {
  const { folder, git, write } = repository(t)
  write('.git/hooks/post-checkout', `#!/bin/sh\ntouch '${folder}/ran'\nexit 1\n`, 0o755)
  t.equal((await answersIn(folder)).status, 0)
  t.notOk(fs.existsSync(path.join(folder, 'ran')))
  t.equal(git('worktree', 'list').split('\n').length, 1)
})

t.test('the work tree of the baseline is removed, even if reports/ is a link', async function (t) {
  const { folder, git } = repository(t)
  fs.symlinkSync(t.testdir({}), path.join(folder, 'reports'))
  t.equal((await answersIn(folder)).status, 0)
  t.equal(git('worktree', 'list').split('\n').length, 1)
})

t.test('the baseline is the code of the revision, however the server loads it', async function (t) {
  const ways = {
    'a package of the workspace' ({ folder, write }) {
      write('packages/rounds/index.js', FAST)
      write('packages/rounds/package.json', '{ "name": "@acme/rounds" }')
      write('server.js', SERVER.replace('./rounds', '@acme/rounds'))
      fs.mkdirSync(path.join(folder, 'node_modules/@acme'), { recursive: true })
      fs.symlinkSync('../../packages/rounds', path.join(folder, 'node_modules/@acme/rounds'))
      return () => write('packages/rounds/index.js', SLOW)
    },
    'a module found through the working directory' ({ write }) {
      write('server.js', SERVER.replace("'./rounds'", "process.cwd() + '/rounds'"))
      return () => write('rounds.js', SLOW)
    },
    'a preload of its start script' ({ write }) {
      write('package.json', '{ "scripts": { "start": "node -r ./agent.js server.js" } }')
      write('agent.js', 'global.rounds = 10')
      write('server.js', SERVER.replace(/^const { rounds }.*$/m, 'const { rounds } = global'))
      return () => write('agent.js', 'global.rounds = 200000')
    },
    'a symbolic link' ({ folder, write }) {
      write('v1.js', SERVER.replace('./rounds', './fast'))
      write('v2.js', SERVER.replace('./rounds', './slow'))
      write('fast.js', FAST)
      write('slow.js', SLOW)
      fs.rmSync(path.join(folder, 'server.js'))
      fs.symlinkSync('v1.js', path.join(folder, 'server.js'))
      return function () {
        fs.rmSync(path.join(folder, 'server.js'))
        fs.symlinkSync('v2.js', path.join(folder, 'server.js'))
      }
    }
  }
  for (const [way, prepare] of Object.entries(ways)) {
    t.test(way, async function (t) {
      const scratch = repository(t)
      const makeSlow = prepare(scratch)
      scratch.git('add', '.')
      scratch.git('commit', '--quiet', '-m', 'two')
      makeSlow()
      const { answers, stderr } = await answersIn(scratch.folder, way.includes('start script') ? { candidate: '.' } : {})
      t.same(answers, DIFFERENT, stderr)
    })
  }
})

/** Publishes a package as a tarball in the repository, in place of a registry. */
function publish ({ folder, write }, version, rounds) {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-package-'))
  try {
    fs.writeFileSync(path.join(scratch, 'package.json'), JSON.stringify({ name: 'rounds', version }))
    fs.writeFileSync(path.join(scratch, 'index.js'), rounds)
    fs.mkdirSync(path.join(folder, 'vendor'), { recursive: true })
    npm(scratch, 'pack', '--pack-destination', path.join(folder, 'vendor'))
  } finally {
    fs.rmSync(scratch, { recursive: true })
  }
  write('package.json', JSON.stringify({ name: 'app', version: '1.0.0', dependencies: { rounds: `file:vendor/rounds-${version}.tgz` } }))
  npm(folder, 'install', '--no-audit', '--no-fund')
}

function npm (cwd, ...args) {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

t.test('a pull request that only updates a dependency is compared with the old version', async function (t) {
  const scratch = repository(t)
  const { folder, git, write } = scratch
  const sum = (rounds) => `exports.sum = function sum () { let s = 0; for (let i = 0; i < ${rounds}; i++) s += Math.sqrt(i); return s > 0 && ${rounds} }\n`
  write('server.js', "const { sum } = require('rounds')\nrequire('http').createServer((req, res) => res.end(String(sum()))).listen(process.env.PORT, process.env.HOST)\n")
  publish(scratch, '1.0.0', sum(10))
  git('add', '.')
  git('commit', '--quiet', '-m', 'two')
  publish(scratch, '2.0.0', sum(200_000))

  const summary = path.join(folder, 'reports', 'summary.md')
  const looking = [...GATE.filter((word) => word !== '--no-places'), '--markdown=reports/verdict.md']
  const first = await gate(folder, looking, { GITHUB_STEP_SUMMARY: summary })
  t.equal(first.verdict, 'fails', first.stderr)
  t.match(first.grown[0], { name: 'sum', file: 'node_modules/rounds/index.js', kind: 'dependency', calledFrom: /server\.js:2/ })
  const [told, kept] = [summary, path.join(folder, 'reports', 'verdict.md')].map((file) => fs.readFileSync(file, 'utf8'))
  t.equal(told, kept)
  t.match(told, /^### Gate: fails\. The candidate is slower: [^]*\*\*Regressed functions\*\*[^]*\| `sum node_modules\/rounds\/index\.js:1`/)
  t.match(first.stderr, /^Installing the packages of HEAD: npm ci [^]*took \d+ s \(not part of the budget\)\.$/m)
  const again = await answersIn(folder)
  t.same(again.answers, ['10', '200000'])
  t.notMatch(again.stderr, /Installing/, 'they are kept')
  t.equal(JSON.parse(fs.readFileSync(path.join(folder, 'node_modules/rounds/package.json'), 'utf8')).version, '2.0.0')
  t.equal(git('status', '--porcelain'), 'M package-lock.json\n M package.json\n?? vendor/rounds-2.0.0.tgz', 'the repository is as it was')
  t.equal(git('worktree', 'list').split('\n').length, 1)

  git('add', '.')
  git('commit', '--quiet', '-m', 'three')
  t.same((await answersIn(folder)).answers, ['200000', '200000'], 'with the same lock file, the same packages')
})

t.test('a workspace package with other dependencies gets those of its revision', async function (t) {
  const scratch = repository(t)
  const { folder, git, write } = scratch
  const manifest = (name, more) => JSON.stringify({ name, version: '1.0.0', ...more })
  write('packages/lib/package.json', manifest('@acme/lib'))
  const lib = (rounds) => `exports.sum = function sum () { let s = 0; for (let i = 0; i < ${rounds}; i++) s += Math.sqrt(i); return s > 0 && ${rounds} }\n`
  write('packages/lib/index.js', lib(10))
  write('packages/app/package.json', manifest('@acme/app', { dependencies: { '@acme/lib': '1.0.0' } }))
  write('packages/app/server.js', "const { sum } = require('@acme/lib')\nrequire('http').createServer((req, res) => res.end(String(sum()))).listen(process.env.PORT, process.env.HOST)\n")
  write('package.json', manifest('root', { private: true, workspaces: ['packages/*'] }))
  npm(folder, 'install', '--no-audit', '--no-fund')
  git('add', '.')
  git('commit', '--quiet', '-m', 'two')
  write('packages/lib/index.js', lib(200_000))
  write('packages/more/package.json', manifest('@acme/more'))
  npm(folder, 'install', '--no-audit', '--no-fund')
  const { answers, stderr } = await answersIn(folder, { candidate: 'packages/app/server.js' })
  t.match(stderr, /Installing the packages of HEAD/)
  t.same(answers, ['10', '200000'], "the baseline's library is the baseline's")
})

t.test('a file that is not in git is built, or reported', async function (t) {
  const { folder, git, write } = repository(t)
  write('.gitignore', 'reports/\nnode_modules/\ndist/\n')
  write('package.json', '{ "scripts": { "build": "node build.js" } }')
  write('build.js', "fs = require('fs'); fs.mkdirSync('dist', { recursive: true }); for (const name of ['server.js', 'rounds.js']) fs.copyFileSync(name, 'dist/' + name)")
  git('add', '.')
  git('commit', '--quiet', '-m', 'two')
  write('rounds.js', SLOW)
  npm(folder, 'run', 'build')
  const candidate = 'dist/server.js'
  const unbuilt = await answersIn(folder, { candidate })
  t.equal(unbuilt.status, 2)
  t.match(unbuilt.stderr, /dist\/server\.js is not in git.* If a build creates it, give the command: --build="npm run build"/)
  t.same((await answersIn(folder, { candidate, build: 'npm run build' })).answers, DIFFERENT)
  for (const [build, said] of [
    ['npm run nothing', /npm run nothing failed\. Its last output: .*nothing/s],
    ['no-such-program', /no-such-program is not installed/],
    ['a | b', /takes one command/],
    ['node --version', /did not create it/]
  ]) {
    const { status, stderr } = await answersIn(folder, { candidate, build })
    t.equal(status, 2, build)
    t.match(stderr, said)
  }
  t.equal(git('worktree', 'list').split('\n').length, 1)
})

t.test('packages that cannot be installed are reported in one line', async function (t) {
  const { folder, git, write } = repository(t)
  write('package.json', '{ "name": "app", "dependencies": { "rounds": "file:nowhere.tgz" } }')
  write('package-lock.json', '{ "lockfileVersion": 3 }')
  git('add', '.')
  git('commit', '--quiet', '-m', 'two')
  write('package-lock.json', '{}')
  const { status, stderr } = await answersIn(folder)
  t.equal(status, 2)
  t.match(stderr, /hot-path: npm ci .* failed\. Its last output: /)
  t.equal(git('worktree', 'list').split('\n').length, 1)
})

t.test('an option allows an intended change of the answers, and each side may use another Node', async function (t) {
  const { folder, write } = repository(t)
  const json = "response.setHeader('content-type', 'application/json').end('{}')"
  write('server.js', SERVER.replace(/response\.end\(.*/, json))
  const refused = await answersIn(folder)
  t.equal(refused.status, 2)
  t.match(refused.stderr, /the media type is none in the first and application\/json in the second\. .*--allow-contract-change/)
  const allowed = await answersIn(folder, { 'allow-contract-change': true, 'baseline-node': process.execPath })
  t.equal(allowed.status, 0, allowed.stderr)
  t.match(allowed.contractChange, /the media type is none in the first/)
  for (const file of ['server.js', '/bin/true']) {
    const { status, stderr } = await gate(folder, [...GATE, `--candidate-node=${file}`])
    t.equal(status, 2)
    t.match(stderr, /"\S+" (cannot be run|is not a Node\.js executable)\./)
  }
})

t.test('compare accepts revisions, and servers of the same name', async function (t) {
  const { folder, git, write } = repository(t)
  write('rounds.js', SLOW)
  write('v1/server.js', SERVER.replace('./rounds', '../rounds'))
  write('v2/server.js', SERVER.replace('./rounds', '../rounds'))
  const quick = ['--rounds=1', '--duration=0.2', '--timeline=0', '--connections=5', '--json', '--no-open']
  const compare = async function (...names) {
    const { stdout, stderr, status } = await begin(['compare', ...names, ...quick], { cwd: folder }).ended
    return { status, stderr, ...(stdout && JSON.parse(stdout)) }
  }
  const revisions = await compare('git:HEAD', 'server.js')
  t.same(revisions.subjects, ['server-HEAD', 'server'], revisions.stderr)
  t.same((await compare('v1/server.js', 'v2/server.js')).subjects, ['v1-server', 'v2-server'])
  t.match((await compare('git:HEAD')).stderr, /git:HEAD is a revision, but no server is given\./)
  t.equal(git('worktree', 'list').split('\n').length, 1)
})

t.test('the next command removes what a killed gate has left', async function (t) {
  const { folder, git } = repository(t)
  const args = GATE.slice(2).map((word) => (word.startsWith('--budget') ? '--budget=30s' : word))
  const killed = begin(args, { cwd: folder })
  await killed.says('Measuring')
  killed.child.kill('SIGKILL')
  await killed.ended
  t.equal(git('worktree', 'list').split('\n').length, 2, 'it is there')
  t.equal((await begin(['checkup', 'nowhere.js'], { cwd: folder }).ended).status, 2)
  t.equal(git('worktree', 'list').split('\n').length, 1)
  t.same(fs.readdirSync(path.join(folder, 'reports')).filter((name) => fs.readdirSync(path.join(folder, 'reports', name)).length > 0), [])
})
