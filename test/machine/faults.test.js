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
const { HOT_PATH, ROOT, begin } = require('../helper')
const { HELLO, PROFILE, faults } = require('./faults')

const YESTERDAY = 'the report of yesterday'
// HOT_PATH_SAVE=yes: what docs/faults.md is made from
const SAVED = path.join(ROOT, 'results/faults.json')
t.jobs = 3

/** A folder of its own for each fault: its server, an earlier report, and nobody else's temporary files. */
function prepare ({ server = HELLO, files = {} }) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-fault-')))
  const all = { 'server.js': server, 'reports/server/doctor.html': YESTERDAY, 'results/mine.json': YESTERDAY, ...files }
  for (const [name, text] of Object.entries(all)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), text)
  }
  fs.mkdirSync(path.join(folder, 'tmp'))
  return folder
}

/** @returns {string[]} files in a folder, in order, without those that a run leaves for people */
function filesIn (folder) {
  return fs.readdirSync(folder, { recursive: true }).filter((name) => !fs.statSync(path.join(folder, name)).isDirectory() && !/^reports\/.*\.(html|json)$/.test(name)).sort()
}

/** Processes that work for a run in this folder. */
function running (folder) {
  return execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n').filter((line) => line.includes(folder))
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
    return { undo () { fs.rmSync(path.join(folder, 'reports')); fs.renameSync(path.join(folder, 'earlier'), path.join(folder, 'reports')) } }
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

  async tool (folder) {
    const copy = path.join(folder, 'hot-path')
    for (const name of ['package.json', 'catalog.js', 'claims.js', 'steps', 'experiments', 'labs', 'harness', 'scripts']) {
      fs.cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true, filter: (from) => !/(node_modules|target)$/.test(from) })
    }
    fs.mkdirSync(path.join(copy, 'node_modules'))
    for (const name of fs.readdirSync(path.join(ROOT, 'node_modules')).filter((name) => name !== '@clinic')) {
      fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(copy, 'node_modules', name))
    }
    return { command: [process.execPath, path.join(copy, 'scripts/hot-path.js')], undo: () => fs.rmSync(copy, { recursive: true }) }
  }
}

async function gone (folder) {
  while (running(folder).length) await wait(20) // nobody tells us: they are not our children
}

/** The line of a text that a pattern is about. */
function lineOf (text, pattern) {
  return text.split('\n').find((line) => pattern.test(line)) ?? text.split('\n')[0]
}

/** Runs one line of the table, and gives what a person sees of it. */
async function tryOut ({ args, at, signal, without }, folder) {
  const { undo = () => {}, args: more = [], ...other } = without ? await takeAway[without](folder) : {}
  const run = begin([...args, ...more], { cwd: folder, env: { ...process.env, TMPDIR: path.join(folder, 'tmp') }, ...other })
  if (at) {
    await run.says(at)
    for (let i = 0; i < 2; i++) run.child.kill(signal)
  }
  const seen = await run.ended
  if (signal) await gone(folder)
  undo()
  return seen
}

const seen = []
const trials = []
for (const fault of faults) {
  trials.push(t.test(fault.what, { buffered: true }, async function (t) {
    const folder = prepare(fault)
    t.teardown(() => fs.rmSync(folder, { recursive: true }))
    const before = filesIn(folder)
    const { status, stdout, stderr } = await tryOut(fault, folder)
    const said = status === 2 ? stderr.slice(stderr.indexOf('hot-path: ')) : stdout
    t.equal(status, fault.status, stderr)
    t.match(said, fault.says)
    t.notMatch(stderr, /\n {4}at .*(harness|scripts)\//, 'no stack trace of ours')
    t.same(running(folder), [], 'no process is left')
    if (fault.signal !== 'SIGKILL') t.same(filesIn(folder), before, 'no file is left')
    for (const file of ['reports/server/doctor.html', 'results/mine.json']) t.equal(fs.readFileSync(path.join(folder, file), 'utf8'), YESTERDAY, file)
    seen.push({ what: fault.what, command: fault.args[0], status, said: lineOf(said, fault.says).replaceAll(folder, '.').trim() })

    if (fault.signal !== 'SIGKILL') return
    const again = await begin(PROFILE, { cwd: folder }).ended
    t.equal(again.status, 0, 'the next run works')
    t.same(filesIn(folder), before, 'and sweeps up')
  }))
}

t.test('two runs at once do not disturb each other', async function (t) {
  const folder = prepare({ server: HELLO })
  t.teardown(() => fs.rmSync(folder, { recursive: true }))
  for (const { status, stdout } of await Promise.all([1, 2].map(() => begin([...PROFILE, '--json'], { cwd: folder }).ended))) {
    t.equal(status, 0)
    t.equal(JSON.parse(stdout).hottest.length, 10)
  }
  t.same(running(folder), [])
})

t.test('what was seen is what the texts tell', async function () {
  await Promise.all(trials)
  seen.sort((a, b) => faults.findIndex(({ what }) => what === a.what) - faults.findIndex(({ what }) => what === b.what))
  if (process.env.HOT_PATH_SAVE) fs.writeFileSync(SAVED, JSON.stringify(seen, null, 1) + '\n')
})
