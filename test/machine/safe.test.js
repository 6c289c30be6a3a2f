'use strict'

// Servers and load stay on this machine, and no tool that we run tells anybody anything.

const { spawnSync } = require('child_process')
const fs = require('fs')
const path = require('path')
const t = require('tap')
const { HOT_PATH, ROOT, begin } = require('../helper')

const missing = spawnSync('strace', ['--version']).error && 'no strace here: apt-get install strace'
const SHORT = ['--duration=1', '--connections=10', '--json']
const HELLO = path.join(ROOT, 'test/fixtures/hello.js')
const runs = [
  ...['doctor', 'flame', '0x', 'cpu-profile', 'checkup'].map((instrument) => [instrument, HELLO, ...SHORT]),
  ['compare', HELLO, '--rounds=1', '--duration=0.3', '--timeline=1', '--json']
]

for (const args of runs) {
  t.test(`${args[0]} connects to this machine alone`, { skip: missing }, async function (t) {
    const log = path.join(t.testdir(), 'calls')
    const { stdout, stderr } = await begin(args, { command: ['strace', '--follow-forks', '--seccomp-bpf', '--trace=connect,sendto', `--output=${log}`, process.execPath, HOT_PATH] }).ended
    t.ok(stdout, stderr)
    const addresses = [...fs.readFileSync(log, 'utf8').matchAll(/sa_family=(AF_INET6?),.*?(?:inet_addr\("|inet_pton\(AF_INET6, ")([^"]+)"/g)].map(([, , address]) => address)
    t.ok(addresses.length > 5, `${addresses.length} connections`)
    t.same([...new Set(addresses)].filter((address) => !['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(address)), [])
  })
}
