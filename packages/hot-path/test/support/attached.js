'use strict'

// A running server process, external traffic, and the attach command.

const { spawn } = require('child_process')
const { once } = require('events')
const path = require('path')
const autocannon = require('autocannon')
const { ROOT, begin } = require('./helper')

const SERVER = path.join(ROOT, 'packages/hot-path/test/fixtures/serves-others.mjs')

/**
 * Starts a server without hot-path. `state()` requests the state that it reports about itself. `stderr`: `'pipe'` to
 * read it.
 */
async function serve (t, { program = process.execPath, args, files = {}, stderr = 'ignore' } = {}) {
  const folder = t.testdir(files)
  const child = spawn(program, args ?? [SERVER], { cwd: folder, stdio: ['ignore', 'pipe', stderr] })
  t.teardown(() => child.kill('SIGKILL'))
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  const url = `http://127.0.0.1:${String(line).trim()}`
  return { child, folder, url, state: async () => (await fetch(`${url}/state`)).json() }
}

/** Starts traffic from another program. Returns a function that stops it. */
function traffic (url) {
  const load = autocannon({ url, connections: 10, duration: 60 })
  return async function () {
    load.stop()
    return load
  }
}

const attach = (folder, ...args) => begin(['attach', ...args.map(String), '--no-open'], { cwd: folder })

module.exports = { SERVER, attach, serve, traffic }
