'use strict'

// CPU contention while an instrument runs: the report mentions it above the verdict.

const { spawn } = require('child_process')
const { once } = require('events')
const t = require('tap')
const { hotPath } = require('../support/helper')

const BURN =
  "process.stdin.on('close', () => process.exit()).resume(); console.log(); (function burn () { for (const begun = Date.now(); Date.now() - begun < 10;); setImmediate(burn) })()"
const DOCTOR = ['doctor', '2', '--duration=5', '--no-open']
const SAYS =
  /^(Other programs|The hypervisor) took \d\.\d of the \d+ cores while this\s+ran: [^]+?\n\nClinic Doctor says: /

/** Starts a program that uses a whole core, and ends with the test or with this process. */
async function burn (t) {
  const child = spawn(process.execPath, ['-e', BURN], { stdio: ['pipe', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
}

t.test('beside two busy loops, Doctor reports the contention above its verdict, and rejects io', async function (t) {
  await burn(t)
  await burn(t)
  const { status, stdout, stderr } = await hotPath(DOCTOR)
  t.equal(status, 0, stderr)
  t.match(stdout, SAYS)
  const isExplained = /says: \S+, but .* took .*\n.*it is not a verdict/.test(stdout)
  t.equal(isExplained, /says: (io|unknown|event-loop)/.test(stdout), stdout)
})
