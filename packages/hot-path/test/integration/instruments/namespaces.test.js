'use strict'

// attach in namespaces, as in a container and in a debug container (docs/attach.md).

const { spawn, spawnSync } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const path = require('path')
const t = require('tap')
const { childrenOf, listensOn } = require('../../../src/process/process-tree')
const { HOT_PATH, begin } = require('../../support/helper')

const SERVER = path.join(__dirname, '../../fixtures/blocked/now-and-then.js')
const LINE = fs.readFileSync(SERVER, 'utf8').split('\n').findIndex((text) => text.endsWith('// <- synchronous wait')) + 1
const OWN_SOURCES = path.join(__dirname, '../../../src')
const UNSHARE = ['--user', '--map-root-user', '--net', '--pid', '--fork', '--kill-child', '--mount-proc']
const isPermitted = spawnSync('unshare', [...UNSHARE, 'ip', 'link', 'set', 'lo', 'up']).status === 0
const skip = !isPermitted && 'unshare is not permitted here'

/** Starts a server as process 1 of its own namespaces. `pid` is its process id outside of them. */
async function contain (t, prepare) {
  const folder = t.testdir()
  const words = [...UNSHARE, 'sh', '-c', `ip link set lo up && ${prepare} && exec "$@"`, 'sh', process.execPath, SERVER]
  const parent = spawn('unshare', words, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  t.teardown(() => parent.kill('SIGKILL')) // --kill-child: the server ends with it
  await once(parent.stdout, 'data')
  const [pid] = childrenOf(parent.pid)
  const enter = (...words) => ['nsenter', `--target=${pid}`, '--user', '--preserve-credentials', '--net', '--pid', ...words]
  const attach = (command, ...args) => begin(['attach', '1', ...args, '--no-open', '--json'], {
    command: [...command, 'env', `--chdir=${folder}`, process.execPath, HOT_PATH]
  }).ended
  return { pid, attach, enter }
}

async function profile (t, { pid, attach }, command) {
  const ports = listensOn(pid)
  const { status, stdout, stderr } = await attach(command, 'cpu-profile', '--duration=1')
  t.equal(status, 0, stderr)
  t.match(JSON.parse(stdout), { pid: 1, file: SERVER })
  t.same(listensOn(pid), ports, 'its inspector is closed again')
}

t.test('in the namespaces of the process, which is process 1', { skip }, async function (t) {
  const contained = await contain(t, 'true')
  await profile(t, contained, contained.enter('--mount'))
})

t.test('from another file system: the process cannot read hot-path', { skip }, async function (t) {
  const contained = await contain(t, `mount -t tmpfs none ${OWN_SOURCES}`)
  const command = contained.enter('unshare', '--mount-proc')
  await profile(t, contained, command)
  const { status, stdout, stderr } = await contained.attach(command, 'stalls', '--duration=3')
  t.equal(status, 0, stderr)
  t.ok(JSON.parse(stdout).stalls.some(({ places: [place] }) => place?.file === SERVER && place.line === LINE), stdout)
})
