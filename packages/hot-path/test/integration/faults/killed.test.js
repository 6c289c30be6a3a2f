'use strict'

// A server whose hot-path was killed while it started does not run on.

const { spawn, spawnSync } = require('child_process')
const fs = require('fs')
const { once } = require('events')
const path = require('path')
const t = require('tap')

const PRELOAD = path.join(__dirname, '../../../src/agent/preload.js')

/** Runs a program with the preload script of a hot-path with this process id. */
function run (parent) {
  const env = { PATH: process.env.PATH, HOT_PATH_RUN: JSON.stringify({ parent, port: 1, token: '' }) }
  return spawnSync(process.execPath, ['--require', PRELOAD, '-p', '"runs"'], { env, encoding: 'utf8' }).stdout
}

/** Waits until the process is in this state: see proc_pid_stat(5). */
async function until (pid, state) {
  while (!state.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))) await new Promise(setImmediate)
}

t.test('hot-path has ended, and is a zombie or gone', { skip: !fs.existsSync('/proc/self/stat') }, async function (t) {
  const shell = spawn('sh', ['-c', 'cat <&3 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore', 'pipe'] })
  t.teardown(() => shell.kill('SIGKILL'))
  const [text] = await once(shell.stdout.setEncoding('utf8'), 'data')
  const zombie = Number(text)
  // A shell would take note of the end of its child; `sleep` does not.
  await until(shell.pid, /^\d+ \(sleep\)/)
  shell.stdio[3].end()
  await until(zombie, /\) Z /)
  t.equal(run(zombie), '', 'a zombie')
  shell.kill('SIGKILL')
  await once(shell, 'exit')
  t.equal(run(zombie), '', 'gone')
  t.equal(run(process.ppid), 'runs\n', 'another program with the same environment')
})
