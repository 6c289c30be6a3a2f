'use strict'

// A program behaves the same with hot-path inside: the tests of a public server package pass with every probe active
// from the first line to the end.

const { spawnSync } = require('child_process')
const { readdirSync } = require('fs')
const path = require('path')
const t = require('tap')
const { begin } = require('../../support/helper')

const FASTIFY = path.dirname(require.resolve('fastify/package.json'))
const MOST_SECONDS = 60
// Fastify's own tests: listening servers, hooks, streams, errors, socket timeouts, contexts kept across callbacks, and
// diagnostics channels. FASTIFY_TESTS=all runs every test that passes without hot-path.
const CHOSEN = [
  'als.test.js',
  'async_hooks.test.js',
  'close.test.js',
  'connection-timeout.test.js',
  'diagnostics-channel/async-request.test.js',
  'hooks-async.test.js',
  'listen.1.test.js',
  'proto-poisoning.test.js',
  'request-error.test.js',
  'stream.1.test.js',
  'upgrade.test.js',
  'wrap-thenable.test.js'
]

/** @returns {string[]} */
function chosen () {
  if (process.env.FASTIFY_TESTS !== 'all') return CHOSEN
  const passes = (file) => spawnSync(process.execPath, [`test/${file}`], { cwd: FASTIFY }).status === 0
  return readdirSync(path.join(FASTIFY, 'test'), { recursive: true })
    .filter((file) => file.endsWith('.test.js') && passes(file))
    .sort()
}

for (const file of chosen()) {
  t.test(file, async function (t) {
    const cwd = t.testdir()
    const args = ['checkup', path.join(FASTIFY, 'test', file), '--no-load', `--duration=${MOST_SECONDS}`, '--json']
    const { stdout, stderr } = await begin(args, { cwd }).ended
    t.match(JSON.parse(stdout || '{}').end, { byItself: true, status: 0 }, stderr)
  })
}
