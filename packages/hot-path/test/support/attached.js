'use strict'

// A process that serves others, and what looks into it.

const { spawn } = require('child_process')
const { once } = require('events')
const path = require('path')
const autocannon = require('autocannon')
const { ROOT, begin } = require('./helper')

const SERVER = path.join(ROOT, 'packages/hot-path/test/fixtures/serves-others.mjs')

/** A server that is none of ours, with an agent that asks it for its state. */
async function serve (t, { program = process.execPath, args } = {}) {
  const folder = t.testdir()
  const child = spawn(program, args ?? [SERVER], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  t.teardown(() => child.kill('SIGKILL'))
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  const url = `http://127.0.0.1:${String(line).trim()}`
  return { child, folder, url, state: async () => (await fetch(`${url}/state`)).json() }
}

/** Real traffic, by another program than hot-path, until it is stopped. */
function traffic (url) {
  const load = autocannon({ url, connections: 10, duration: 60 })
  return async function () {
    load.stop()
    return load
  }
}

const attach = (folder, ...args) => begin(['attach', ...args.map(String), '--no-open'], { cwd: folder })

module.exports = { SERVER, attach, serve, traffic }
