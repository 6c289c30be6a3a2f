'use strict'

// What can go wrong with somebody's server, machine or patience: one clear sentence, the right exit status, and nothing
// is left. Nothing is timed here.

const { execFileSync, spawnSync } = require('child_process')
const fs = require('fs')
const net = require('net')
const os = require('os')
const path = require('path')
const { once } = require('events')
const { setTimeout: wait } = require('timers/promises')
const t = require('tap')
const { HOT_PATH, ROOT, begin, processes } = require('../helper')
const { PROFILE, HELLO, troubles } = require('../fault-table')
const { copyOfTheProject } = require('../reader')

const YESTERDAY = 'the report of yesterday'
const EARLIER = ['doctor', 'cpu-profile', 'checkup']
  .flatMap((name) => [`reports/server/${name}.html`, `reports/server/${name}.json`])
  .concat('reports/server/cpu-profile.cpuprofile', 'reports/compare/index.html', 'reports/compare/index.json')
// HOT_PATH_SAVE=yes: what docs/faults.md is made from
const SAVED = path.join(ROOT, 'results/faults.json')
t.jobs = 3

/** A folder of its own for each fault: its server, an earlier report, and nobody else's temporary files. */
function prepare ({ server = HELLO, files = {} }) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-fault-')))
  const all = { 'server.js': server, ...Object.fromEntries(EARLIER.map((file) => [file, YESTERDAY])), ...files }
  for (const [name, text] of Object.entries(all)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), text)
  }
  fs.mkdirSync(path.join(folder, 'tmp'))
  return folder
}

/** @returns {string[]} files and folders in a folder, without the reports of a run */
function filesIn (folder) {
  return fs
    .readdirSync(folder, { recursive: true })
    .filter((name) => !/^reports\/\w+(\/[\w-]+\.(html|json))?$/.test(name))
    .sort()
}

/** Processes that work for a run in this folder. */
function running (folder) {
  return processes((args) => args.includes(folder))
}

/**
 * What the table takes away. `undo` gives it back.
 *
 * @returns {Promise<{ args?: string[], command?: string[], undo?: () => void }>}
 */
const takeAway = {
  async port () {
    const holder = net.createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    return { args: [`--port=${holder.address().port}`], undo: () => holder.close() }
  },

  async reports (folder) {
    fs.renameSync(path.join(folder, 'reports'), path.join(folder, 'earlier'))
    fs.writeFileSync(path.join(folder, 'reports'), '') // root may write wherever there is a folder
    return {
      undo () {
        fs.rmSync(path.join(folder, 'reports'))
        fs.renameSync(path.join(folder, 'earlier'), path.join(folder, 'reports'))
      }
    }
  },

  // A disk of 64 KB, which only this run sees, and which goes with it. Where one may not mount: see `room`.
  async disk (folder) {
    if (spawnSync('unshare', ['--mount', 'true']).status !== 0) return takeAway.room()
    const small = `mount -t tmpfs -o size=64k tmpfs "${path.join(folder, 'reports')}"`
    return { command: ['unshare', '--mount', 'sh', '-c', `${small} && exec "$0" "$@"`, process.execPath, HOT_PATH] }
  },

  // No file may grow beyond 8 KB, for this run alone.
  async room () {
    return { command: ['sh', '-c', 'ulimit -f 16; exec "$0" "$@"', process.execPath, HOT_PATH] }
  },

  async tool (folder, t) {
    return {
      command: [
        process.execPath,
        path.join(copyOfTheProject(t, { without: '@clinic' }), 'packages/hot-path/bin/hot-path.js')
      ]
    }
  }
}

/**
 * @returns {Promise<string[]>} who still works for a run in this folder, when there has been time to end: what is
 *   killed ends in its own time
 */
async function left (folder) {
  const deadline = Date.now() + 20_000
  while (running(folder).length && Date.now() < deadline) await wait(20) // nobody tells us: they are not our children
  return running(folder)
}

/** The line of a text that a pattern is about. */
function lineOf (text, pattern) {
  return text.split('\n').find((line) => pattern.test(line)) ?? text.split('\n')[0]
}

/** Runs one line of the table, and gives what a person sees of it. */
async function tryOut (t, { args, at, signal, without }, folder) {
  const { undo = () => {}, args: more = [], ...other } = without ? await takeAway[without](folder, t) : {}
  const run = begin([...args, ...more], {
    cwd: folder,
    env: { ...process.env, TMPDIR: path.join(folder, 'tmp') },
    ...other
  })
  if (at) await interrupt(run, { at, signal, folder })
  const seen = await run.ended
  undo()
  return seen
}

/** Sends a signal twice in a row, at a given moment. */
async function interrupt (run, { at, signal, folder }) {
  await run.says(at)
  while (running(folder).length === 0 && run.child.exitCode === null) await wait(5)
  run.child.kill(signal)
  await wait(1) // or the system makes one of two
  run.child.kill(signal)
}

const seen = []
const trials = troubles.map((trouble) =>
  t.test(trouble.what, { buffered: true }, async function (t) {
    const folder = prepare(trouble)
    t.teardown(() => fs.rmSync(folder, { recursive: true }))
    const before = filesIn(folder)
    const { status, stdout, stderr } = await tryOut(t, trouble, folder)
    const said = status === 2 ? stderr.slice(stderr.indexOf('hot-path: ')) : stdout
    seen.push({
      what: trouble.what,
      command: trouble.args[0],
      status,
      said: lineOf(said, trouble.says).replaceAll(folder, '.').trim()
    })

    t.equal(status, trouble.status, stderr)
    t.match(said, trouble.says)
    t.notMatch(stderr, /\n {4}at .*hot-path\/src\//, 'no stack trace of ours')
    t.same(await left(folder), [], 'no process is left')
    if (trouble.signal === 'SIGKILL') {
      t.equal((await begin(PROFILE, { cwd: folder }).ended).status, 0, 'the next run works, and sweeps up')
    }
    t.same(filesIn(folder), before, 'no file is left')
    const isReplaced = (file) =>
      trouble.signal === 'SIGKILL' || ([0, 3].includes(status) && file.includes(trouble.args[0]))
    for (const file of EARLIER.filter((file) => !isReplaced(file))) {
      t.equal(fs.readFileSync(path.join(folder, file), 'utf8'), YESTERDAY, file)
    }
  })
)

t.test('two runs at once do not disturb each other', async function (t) {
  const folder = prepare({})
  t.teardown(() => fs.rmSync(folder, { recursive: true }))
  for (const { status, stdout } of await Promise.all(
    [1, 2].map(() => begin([...PROFILE, '--json'], { cwd: folder }).ended)
  )) {
    t.equal(status, 0)
    t.equal(JSON.parse(stdout).hottest.length, 10)
  }
  t.same(await left(folder), [])
})

t.test('Ctrl-C while a gate measures another revision leaves no work tree', async function (t) {
  const folder = prepare({})
  t.teardown(() => fs.rmSync(folder, { recursive: true }))
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      cwd: folder,
      encoding: 'utf8'
    })
  git('init', '--quiet')
  git('add', 'server.js')
  git('commit', '--quiet', '--message=a server')
  const run = begin(['gate', '--baseline=git:HEAD', '--candidate=server.js'], { cwd: folder })
  await interrupt(run, { at: 'Measuring', signal: 'SIGINT', folder })
  t.equal((await run.ended).status, 130)
  t.same(await left(folder), [])
  t.equal(git('worktree', 'list').trim().split('\n').length, 1)
})

t.test('what was seen is what the texts tell', async function (t) {
  await Promise.all(trials)
  seen.sort((a, b) => indexOf(a) - indexOf(b))
  if (process.env.HOT_PATH_SAVE) fs.writeFileSync(SAVED, JSON.stringify(seen, null, 1) + '\n')
  const kept = JSON.parse(fs.readFileSync(SAVED, 'utf8'))
  t.same(
    kept.map(({ what, command, status }) => ({ what, command, status })),
    seen.map(({ what, command, status }) => ({ what, command, status }))
  )
  for (const [i, { says, status, what }] of troubles.entries()) if (status) t.match(kept[i].said, line(says), what)
})

function indexOf ({ what }) {
  return troubles.findIndex((trouble) => trouble.what === what)
}

/** The part of a pattern that is about one line. */
function line (pattern) {
  return new RegExp(pattern.source.split('[^]*')[0], pattern.flags)
}
