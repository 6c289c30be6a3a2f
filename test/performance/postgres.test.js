'use strict'

// The case with a database, on a real PostgreSQL: same finding and same source location as on the small database that
// comes with the case.

const { execFileSync, spawn } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const os = require('os')
const path = require('path')
const t = require('tap')
const { ROOT, hotPath } = require('../support/helper')
const { okUnlessBusy, watchMachine } = require('../../packages/hot-path/test/support/performance')
const { config } = require('../support/config')
const { checkCounts } = require('../../scripts/learn/cases/cure')
const { judgeAnswer } = require('../../scripts/learn/cases/diagnosis')
const { casesIn, copyCase } = require('../../scripts/learn/cases/list')
const { applied } = require('../../scripts/learn/cases/prove')
const { freePort } = require('hot-path/testing')

const DEBIAN = '/usr/lib/postgresql'
const OWNER = 'postgres'

t.setTimeout(120_000)

const one = casesIn(ROOT).find(({ id }) => id.includes('library'))

t.test('the case has the same finding and the same cures on a real PostgreSQL', async function (t) {
  const DATABASE_URL = await begin(t)
  const env = { ...process.env, DATABASE_URL }

  const args = ['checkup', path.join(one.folder, one.server), `--path=${one.path}`, '--duration=5', '--json', '--no-open']
  const interference = watchMachine(t)
  const { stdout, stderr } = await hotPath(args, { env })
  const { findings, othersInside } = JSON.parse(stdout)
  t.equal(othersInside, null, 'no process of its own beside the server')
  const [{ name, places: [first] = [] }] = findings
  okUnlessBusy(t, name === one.illnesses[0].finding, `${name}\n${stderr}`, interference)
  if (name === one.illnesses[0].finding) {
    t.match(judgeAnswer(one, `${name} ${path.basename(first.file)}:${first.line}`), { illness: { finding: name } })
  }

  process.env.DATABASE_URL = DATABASE_URL
  t.teardown(() => delete process.env.DATABASE_URL)
  const work = t.testdir()
  const project = { reports: path.join(work, 'reports'), config }
  const cures = [{ name: 'as it is', verdict: 'sick' }, { name: 'solution', verdict: 'cured' }, { name: 'wrong-larger-pool', verdict: 'sick' }]
  for (const { name, verdict } of cures) {
    const folder = path.join(work, name)
    copyCase(one, folder)
    const cure = one.cures.find((cure) => cure.name === name)
    t.equal(Boolean(cure), name !== 'as it is')
    if (cure) t.ok(applied(cure, folder))
    const outcome = await checkCounts(one, folder, project)
    t.equal(outcome.verdict, verdict, `${name}: ${outcome.saw.join(' ')}`)
  }
})

/** Starts a PostgreSQL in a temporary folder; the test's teardown stops the server and removes the folder. */
async function begin (t) {
  const [version] = fs.readdirSync(DEBIAN).sort((a, b) => b - a)
  const program = (name) => path.join(DEBIAN, version, 'bin', name)
  // PostgreSQL refuses to run as root.
  const ids = process.getuid() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-postgres-'))
  t.teardown(() => fs.rmSync(folder, { recursive: true }))
  if (ids.uid !== undefined) fs.chownSync(folder, ids.uid, ids.gid)
  execFileSync(program('initdb'), ['--auth=trust', `--username=${OWNER}`, '--no-sync', folder], { ...ids, cwd: folder, stdio: 'ignore' })
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'].flatMap((one) => ['-c', one])
  const server = spawn(program('postgres'), ['-D', folder, '-p', String(port), ...settings], { ...ids, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  t.teardown(async function () {
    server.kill('SIGINT') // fast shutdown
    if (server.exitCode === null) await once(server, 'exit')
  })
  let said = ''
  server.stderr.setEncoding('utf8')
  while (!said.includes('ready to accept connections')) {
    const [text] = await Promise.race([once(server.stderr, 'data'), once(server, 'exit')])
    if (server.exitCode !== null) throw new Error(said)
    said += text
  }
  server.stderr.resume()
  return `postgres://${OWNER}@127.0.0.1:${port}/postgres`
}

/** @param {string} option option of the `id` command */
function idOf (option) {
  return Number(execFileSync('id', [option, OWNER], { encoding: 'utf8' }))
}
