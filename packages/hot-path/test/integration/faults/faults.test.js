'use strict'

// Faults of a server, of the machine, or by the user: one clear sentence, the right exit status, and nothing left
// behind. No timing is measured.

const { execFileSync, spawnSync } = require('child_process')
const fs = require('fs')
const net = require('net')
const os = require('os')
const path = require('path')
const { once } = require('events')
const { setTimeout: wait } = require('timers/promises')
const t = require('tap')
const { writeJson } = require('../../../src/util/json')
const { HOT_PATH, ROOT, begin, left, processes } = require('../../support/helper')
const { PROFILE, HELLO, troubles } = require('../../support/faults/table')
const { repositories, stateOf } = require('../../support/faults/repositories')

const YESTERDAY = 'the report of yesterday'
const EARLIER = ['doctor', 'cpu-profile', 'checkup']
  .flatMap((name) => [`reports/server/${name}.html`, `reports/server/${name}.json`])
  .concat('reports/server/cpu-profile.cpuprofile', 'reports/compare/index.html', 'reports/compare/index.json')
// HOT_PATH_SAVE=yes saves the results that docs/evidence/error-messages.md is generated from.
const SAVED = path.join(ROOT, 'results/faults.json')
// HOT_PATH_FAULTS=killed runs only the faults whose name contains this word.
const { HOT_PATH_FAULTS = '' } = process.env
const tried = troubles.filter(({ what }) => what.includes(HOT_PATH_FAULTS))
t.jobs = 6 // most of the time is spent waiting

/** Creates a separate folder for a fault: its server, an earlier report, and a folder for temporary files. */
function prepare (t, { server = HELLO, files = {}, folder: name = 'app', repository }) {
  const place = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-fault-')))
  t.teardown(() => fs.rmSync(place, { recursive: true }))
  const folder = path.join(place, name)
  const all = { 'server.js': server, ...Object.fromEntries(EARLIER.map((file) => [file, YESTERDAY])), ...files }
  for (const [name, text] of Object.entries(all)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), text)
  }
  fs.mkdirSync(path.join(folder, 'tmp'))
  if (repository) repositories[repository](folder)
  return folder
}

/** @returns {string[]} the files and folders in a folder, except the reports of a run */
function filesIn (folder) {
  return fs
    .readdirSync(folder, { recursive: true })
    .filter((name) => !/^reports\/[\w-]+(\/[\w.-]+\.(html|json|cpuprofile))?$/.test(name))
    .sort()
}

const worksIn = (folder) => (args) => args.includes(folder)

/** Returns the processes of a run in this folder. */
function running (folder) {
  return processes(worksIn(folder))
}

/**
 * The resources that the table takes away. `undo` restores them.
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
    fs.writeFileSync(path.join(folder, 'reports'), '') // a file, because root can write to any folder
    return {
      undo () {
        fs.rmSync(path.join(folder, 'reports'))
        fs.renameSync(path.join(folder, 'earlier'), path.join(folder, 'reports'))
      }
    }
  },

  // A disk of 16 KB, mounted for this run only. If mounting is not permitted, `room` is used instead.
  async disk (folder) {
    if (spawnSync('unshare', ['--mount', 'true']).status !== 0) return takeAway.room()
    const small = `mount -t tmpfs -o size=16k tmpfs "${path.join(folder, 'reports')}"`
    return { command: ['unshare', '--mount', 'sh', '-c', `${small} && exec "$0" "$@"`, process.execPath, HOT_PATH] }
  },

  // Limits the size of files to 8 KB, for this run only.
  async room () {
    return { command: ['sh', '-c', 'ulimit -f 16; exec "$0" "$@"', process.execPath, HOT_PATH] }
  },

  async tool (folder, t) {
    return { command: [process.execPath, installedWithout(t, '@clinic')] }
  }
}

/** @returns {string} the path of a copy of the command, installed beside all packages except those of one scope */
function installedWithout (t, scope) {
  const modules = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-without-')), 'node_modules')
  t.teardown(() => fs.rmSync(path.dirname(modules), { recursive: true }))
  for (const part of ['bin', 'node_modules', 'package.json', 'src']) {
    const from = path.join(ROOT, 'packages/hot-path', part)
    if (fs.existsSync(from)) fs.cpSync(from, path.join(modules, 'hot-path', part), { recursive: true })
  }
  for (const name of fs.readdirSync(path.join(ROOT, 'node_modules'))) {
    if (![scope, 'hot-path'].includes(name)) fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name))
  }
  return path.join(modules, 'hot-path/bin/hot-path.js')
}

/** Returns the line of a text that matches a pattern. */
function lineOf (text, pattern) {
  return text.split('\n').find((line) => pattern.test(line)) ?? text.split('\n')[0]
}

/** Runs one row of the table, and returns its status and output. */
async function tryOut (t, { args, status, at, signal, then, whom, without, under, env, secret }, folder) {
  const { undo = () => {}, args: more = [], ...other } = without ? await takeAway[without](folder, t) : {}
  // The interruption must come before the end of the load, even under CPU contention.
  const seconds = status === 0 ? 3 : 8
  const typed = at ? args.map((word) => word.replace(/^--duration=0\.4$/, `--duration=${seconds}`)) : args
  const run = begin([...typed, ...more], {
    cwd: folder,
    env: { ...process.env, TMPDIR: path.join(folder, 'tmp'), ...env },
    ...(under && { command: ['sh', '-c', `${under}; exec "$0" "$@"`, process.execPath, HOT_PATH] }),
    ...other
  })
  if (at) await interrupt(run, { at, signal, then, whom, folder })
  if (secret) {
    await run.says('under load')
    t.same(processes((args) => args.includes(secret)), [], 'no command line tells the secret')
  }
  const seen = await run.ended
  undo()
  return seen
}

/** Sends a signal twice, or a second signal after it, at a given moment. */
async function interrupt (run, { at, signal, then = signal, whom, folder }) {
  await run.says(at)
  while (running(folder).length === 0 && run.child.exitCode === null) await wait(5)
  const pid = whom ? pidOf(whom, folder) : run.child.pid
  process.kill(pid, signal)
  if (then === signal) await wait(1) // or the system merges the two
  else while (!/^T/.test(execFileSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }))) await wait(5)
  try {
    process.kill(pid, then)
  } catch {} // already ended by the first signal
}

/** Returns the id of the process of a run in this folder whose command line contains a word. */
function pidOf (word, folder) {
  const line = execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .find((line) => line.includes(folder) && line.includes(word))
  return Number.parseInt(line)
}

/** Returns the files of a folder that contain a text. */
function filesWith (text, folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => fs.readFileSync(file).includes(text))
}

const seen = []
const trials = tried.map((trouble) =>
  t.test(trouble.what, { buffered: true }, async function (t) {
    const folder = prepare(t, trouble)
    const before = filesIn(folder)
    const repository = trouble.repository && stateOf(folder)
    const { status, stdout, stderr } = await tryOut(t, trouble, folder)
    const said = [0, 3, 130, null].includes(status) ? stdout : stderr
    seen.push({
      what: trouble.what,
      command: trouble.args[0],
      status,
      said: lineOf(said, line(trouble.says)).replaceAll(folder, '.').trim()
    })

    t.equal(status, trouble.status, stderr)
    t.match(said, trouble.says)
    t.notMatch(stderr, /\n {4}at .*hot-path\/src\//, 'no stack trace of hot-path')
    t.same(await left(worksIn(folder)), [], 'no process is left')
    const isKilled = trouble.signal === 'SIGKILL' && !trouble.whom
    if (isKilled) {
      fs.writeFileSync(path.join(folder, 'server.js'), HELLO)
      t.equal((await begin(PROFILE, { cwd: folder }).ended).status, 0, 'the next run works, and sweeps up')
    }
    t.same(filesIn(folder), before, 'no file is left')
    if (repository) t.equal(stateOf(folder), repository, 'the repository is as it was')
    if (trouble.secret) {
      t.same(filesWith(trouble.secret, folder), [], 'no file has the secret')
      t.notOk((stdout + stderr).includes(trouble.secret), 'it is not said')
    }
    const isReplaced = (file) =>
      isKilled || ([0, 3].includes(status) && file.includes(trouble.args[0]))
    for (const file of EARLIER.filter((file) => !isReplaced(file))) {
      t.equal(fs.readFileSync(path.join(folder, file), 'utf8'), YESTERDAY, file)
    }
  })
)

t.test('two concurrent runs do not interfere with each other', async function (t) {
  const folder = prepare(t, {})
  for (const { status, stdout } of await Promise.all(
    [1, 2].map(() => begin([...PROFILE, '--json'], { cwd: folder }).ended)
  )) {
    t.equal(status, 0)
    t.equal(JSON.parse(stdout).hottest.length, 10)
  }
  t.same(await left(worksIn(folder)), [])
})

t.test('the recorded sentences match the observed ones', async function (t) {
  await Promise.all(trials)
  seen.sort((a, b) => indexOf(a) - indexOf(b))
  if (process.env.HOT_PATH_SAVE && !HOT_PATH_FAULTS) writeJson(SAVED, seen)
  const kept = JSON.parse(fs.readFileSync(SAVED, 'utf8')).filter(({ what }) => what.includes(HOT_PATH_FAULTS))
  t.same(
    kept.map(({ what, command, status }) => ({ what, command, status })),
    seen.map(({ what, command, status }) => ({ what, command, status }))
  )
  for (const [i, { says, status, what }] of tried.entries()) if (status) t.match(kept[i]?.said, line(says), what)
})

function indexOf ({ what }) {
  return troubles.findIndex((trouble) => trouble.what === what)
}

/** Returns the part of a pattern that applies to one line. */
function line (pattern) {
  return new RegExp(pattern.source.split('[^]*')[0], pattern.flags)
}
