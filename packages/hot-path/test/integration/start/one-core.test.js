'use strict'

// Servers that are compared share one core, unless that would change what is measured.

const fs = require('fs')
const { availableParallelism } = require('os')
const path = require('path')
const t = require('tap')
require('../../support/helper')
const { oneRound } = require('../../../src/measurement/round')
const { shareOneCore } = require('../../../src/process/affinity')
const { start } = require('../../../src/process/subject')

const LISTENS = "require('http').createServer((_, res) => res.end()).listen(process.env.PORT, process.env.HOST)"
const SERVERS = {
  plain: LISTENS,
  pool: `require('zlib').gzip('x', () => ${LISTENS})`,
  worker: `const { Worker } = require('worker_threads')
new Worker('setInterval(() => {}, 1000)', { eval: true }).once('online', () => ${LISTENS})`,
  child: `require('child_process')
  .spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  .once('spawn', () => ${LISTENS})`
}
const PLAN = { rounds: 1, durationSeconds: 0.1, latencySeconds: 0, warmupSeconds: 0.2, connections: 2, driver: 'built-in' }

const isLinux = process.platform === 'linux'
const skip = isLinux
  ? availableParallelism() < 2 && 'this machine has one core'
  : 'only on Linux can a program choose the core of another'
const directory = t.testdir(Object.fromEntries(Object.entries(SERVERS).map(([name, source]) => [`${name}.js`, source])))

function subject (id) {
  return { id, title: id, entry: path.join(directory, `${id}.js`), file: `${id}.js`, path: '/' }
}

async function started (t, ids) {
  const servers = await Promise.all(ids.map((id) => start(subject(id), { directory })))
  t.teardown(() => Promise.all(servers.map((server) => server.kill())))
  return servers
}

function allowed (pid, thread = pid) {
  return /^Cpus_allowed_list:\s*(\S+)$/m.exec(fs.readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8'))[1]
}

t.test('main threads share a core, and the other threads keep all', { skip }, async function (t) {
  const servers = await started(t, ['plain', 'pool'])
  const core = shareOneCore(servers)
  t.match(core, Number)
  for (const { pid } of servers) {
    const others = fs.readdirSync(`/proc/${pid}/task`).filter((thread) => Number(thread) !== pid)
    t.equal(allowed(pid), String(core))
    t.ok(others.length >= 4, 'threads of V8')
    t.same(new Set(others.map((thread) => allowed(pid, thread))), new Set([allowed(process.pid)]))
  }
})

for (const name of ['worker', 'child']) {
  t.test(`no server is restricted beside one with a ${name}, which could inherit it`, { skip }, async function (t) {
    const servers = await started(t, ['plain', name])
    t.equal(shareOneCore(servers), null)
    for (const { pid } of servers) t.equal(allowed(pid), allowed(process.pid))
  })
}

t.test('a round states the core of its bursts', async function (t) {
  const samples = await oneRound([subject('plain'), subject('pool')], PLAN, { directory, round: 1 })
  t.equal(samples[0].core, samples[1].core)
  t.match(samples[0].core, skip ? null : Number)
})

t.test('without taskset, the scheduler chooses', { skip }, async function (t) {
  const servers = await started(t, ['plain'])
  const { PATH } = process.env
  process.env.PATH = directory
  t.teardown(() => Object.assign(process.env, { PATH }))
  t.equal(shareOneCore(servers), null)
})
