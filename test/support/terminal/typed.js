'use strict'

// Types in a shell the equivalent commands that hot-path prints.

const { spawn } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const path = require('path')
const { instruments, portFor, toSubject } = require('hot-path/testing')
const { config } = require('../config')

const WORKLOAD = { connections: 10, durationSeconds: 1 }
const ANSWERED = /([\d.]+k?) requests in /
const NO_ANSWER = /^0 2xx responses|\d+ errors/m

/**
 * Types the equivalent command of an instrument for a step, in one or two terminals, and ends the server with Ctrl-C.
 *
 * @param t the test
 * @param {{ name: string, step: string, folder: string }} options `name` of the instrument; `folder` of the project
 * @returns {Promise<{ output: string, left: string[] }>} the output of all commands, and the names of the files that
 *   they left, which are removed
 */
async function typed (t, { name, step, folder }) {
  const subject = toSubject(step, { config })
  const { port } = await portFor({ ...subject, port: undefined })
  const lines = instruments[name].command({ ...subject, port }, { path: subject.path, ...WORKLOAD }).split('\n  ')
  fs.mkdirSync(path.join(folder, 'npm'), { recursive: true })
  const before = fs.readdirSync(folder)
  const env = { ...process.env, PORT: String(port), npm_config_yes: 'true', npm_config_cache: path.join(folder, 'npm') }
  const [first, second] = lines.map((line) => line.replace(/ {3}\(in another terminal.*\)$/, ''))
  let output = ''
  const begin = function (line) {
    const child = spawn('sh', ['-c', line], { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    t.teardown(() => end(child, 'SIGKILL'))
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => { output += text })
    return child
  }
  const server = begin(first)
  if (second) {
    while (!/[Ll]istening/.test(output)) await once(server.stdout, 'data')
    await once(begin(second), 'close')
    end(server, 'SIGINT')
  }
  await once(server, 'close')
  const left = fs.readdirSync(folder).filter((file) => !before.includes(file))
  for (const file of left) fs.rmSync(path.join(folder, file), { recursive: true })
  return { output, left }
}

/** Signals the shell's process group, as a terminal does. */
function end (child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch {} // already ended
}

/** @returns {boolean} whether the load generator received answers */
function isAnswered (output) {
  const [, count] = ANSWERED.exec(output) ?? []
  return count !== undefined && parseFloat(count) > 0 && !NO_ANSWER.test(output)
}

module.exports = { isAnswered, typed }
