'use strict'

const { spawnSync } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const { createRequire } = require('module')
const net = require('net')
const os = require('os')
const path = require('path')
const instruments = require('../../instruments')
const { tooOld } = require('../../util/node-version')
const { USUAL_PORT } = require('../option-list')
const { printRecord } = require('../../report/record')
const { wrap } = require('../../util/format')

const WIDTH = 80
const INDENT = 22

/** @typedef {{ name: string, ok: boolean, found: string, needed?: boolean, remedy?: string }} Check */

/** @type {import('../command').Command} */
module.exports = {
  name: 'ready',
  usage: '',
  summary: 'Check this machine: Node.js, tools, free port, cores, load',
  options: ['port', 'json'],
  defaults: { port: USUAL_PORT },
  positionals: [0, 0],
  async run (_, { port, json }) {
    const checks = [node(), ...packages(), await freePort(port), cores(), idle(), ...optional()]
    const fit = checks.every(({ ok, needed }) => ok || !needed)
    if (json) printRecord('ready', { fit, checks })
    else console.log([...checks.map(line), fit ? 'Ready.' : 'Not ready: see the lines marked "no" above.'].join('\n'))
    return fit ? 0 : 2
  }
}

/** @returns {Check} */
function node () {
  const remedy = tooOld()
  return { name: 'Node.js', ok: !remedy, needed: true, found: process.version, ...(remedy && { remedy }) }
}

/**
 * Checks installed packages. The dependencies of the user's project are required; third-party tools are needed only by
 * their own instruments.
 *
 * @returns {Check[]}
 */
function packages () {
  const own = Object.keys(dependencies())
  const ofInstruments = Object.values(instruments).flatMap(({ needs = [] }) => needs)
  const missing = own.filter((name) => versionOf(name) === null)
  return [
    {
      name: 'packages',
      ok: missing.length === 0,
      needed: true,
      found: missing.length ? `missing: ${missing.join(', ')}` : `all ${own.length} dependencies installed`,
      remedy: 'run: npm ci'
    },
    ...[...new Set(ofInstruments)].map(function (name) {
      const version = versionOf(name)
      const needed = own.includes(name)
      return { name, ok: version !== null, needed, found: version ?? 'missing', remedy: `npm install --save-dev ${name}` }
    })
  ]
}

/** @returns {Record<string, string>} dependencies of the project in the working directory */
function dependencies () {
  try {
    return JSON.parse(fs.readFileSync('package.json', 'utf8')).dependencies ?? {}
  } catch {
    return {} // package.json is missing or invalid
  }
}

/**
 * @param {string} name package name
 * @returns {string | null} installed version; null if it is not installed
 */
function versionOf (name) {
  const places = [process.cwd(), __dirname].flatMap((folder) => createRequire(path.join(folder, 'x.js')).resolve.paths(name) ?? [])
  const manifest = places.map((place) => path.join(place, name, 'package.json')).find((file) => fs.existsSync(file))
  return manifest ? JSON.parse(fs.readFileSync(manifest, 'utf8')).version : null
}

/**
 * @param {number} port
 * @returns {Promise<Check>}
 */
async function freePort (port) {
  const server = net.createServer().listen(port, '127.0.0.1')
  const ok = await once(server, 'listening').then(
    () => true,
    () => false
  )
  server.close()
  return {
    name: `port ${port}`,
    ok,
    found: ok ? 'free' : 'in use',
    remedy: 'stop the other program, or use --port'
  }
}

/** @returns {Check} */
function cores () {
  const count = os.availableParallelism()
  return {
    name: 'cores',
    ok: count >= 2,
    found: String(count),
    remedy: 'server and load generator share one core, so figures will be low'
  }
}

/** @returns {Check} */
function idle () {
  const busy = os.loadavg()[0] / os.availableParallelism()
  return {
    name: 'idle',
    ok: busy < 0.5,
    found: `load average ${Math.round(100 * busy)} % of the cores in the last minute`,
    remedy: 'close other programs, or figures will be noisy'
  }
}

/** @returns {Check[]} */
function optional () {
  const programs = { chromium: 'images of reports', wrk: 'a second load generator' }
  return Object.entries(programs).map(function ([name, use]) {
    const { error, stdout, stderr } = spawnSync(name, ['--version'], { encoding: 'utf8' })
    const [version] = `${stdout}${stderr}`.split('\n')
    return { name, ok: !error, found: error ? 'missing' : version.slice(0, 40), remedy: `optional, for ${use}` }
  })
}

/** @param {Check} check */
function line ({ name, ok, needed, found, remedy }) {
  const mark = ok ? 'ok  ' : needed ? 'no  ' : 'note'
  const text = wrap(`${found}${ok ? '' : `: ${remedy}`}`, WIDTH - INDENT)
  return `${mark}  ${name.padEnd(14)}  ${text.join(`\n${' '.repeat(INDENT)}`)}`
}
