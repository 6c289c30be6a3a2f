'use strict'

const { spawnSync } = require('child_process')
const { once } = require('events')
const net = require('net')
const os = require('os')
const instruments = require('../../profile/instruments')
const { tooOld } = require('../node-version')
const { USUAL_PORT } = require('../option-list')
const { printRecord } = require('../record')

/** @typedef {{ name: string, ok: boolean, found: string, needed?: boolean, remedy?: string }} Check */

/** @type {import('.').Command} */
module.exports = {
  name: 'ready',
  usage: '',
  summary: 'is this machine fit: Node, tools, free port, cores, load',
  options: ['port', 'json'],
  defaults: { port: USUAL_PORT },
  positionals: [0, 0],
  async run (_, { port, json }) {
    const checks = [node(), ...tools(), await freePort(port), cores(), idle(), ...optional()]
    const fit = checks.every(({ ok, needed }) => ok || !needed)
    if (json) printRecord('ready', { fit, checks })
    else console.log([...checks.map(line), fit ? 'Ready.' : 'Not ready: see the lines marked "no".'].join('\n'))
    return fit ? 0 : 2
  }
}

/** @returns {Check} */
function node () {
  const remedy = tooOld()
  return { name: 'Node.js', ok: !remedy, needed: true, found: process.version, ...(remedy && { remedy }) }
}

/** @returns {Check[]} */
function tools () {
  const ofInstruments = Object.values(instruments).flatMap(({ needs = [] }) => needs)
  return [...new Set(['restify', 'autocannon', ...ofInstruments])].map(function (name) {
    try {
      return { name, ok: true, needed: true, found: require(`${name}/package.json`).version }
    } catch {
      return { name, ok: false, needed: true, found: 'missing', remedy: 'run: npm ci' }
    }
  })
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
    found: ok ? 'free' : 'taken',
    remedy: 'npm run serve needs it; stop the other server, or use --port'
  }
}

/** @returns {Check} */
function cores () {
  const count = os.availableParallelism()
  return {
    name: 'cores',
    ok: count >= 2,
    found: String(count),
    remedy: 'with one core, server and load share it: figures will be low'
  }
}

/** @returns {Check} */
function idle () {
  const busy = os.loadavg()[0] / os.availableParallelism()
  return {
    name: 'idle',
    ok: busy < 0.5,
    found: `${Math.round(100 * busy)} % of the cores busy in the last minute`,
    remedy: 'close what else is running: figures will be noisy'
  }
}

/** @returns {Check[]} */
function optional () {
  const programs = { chromium: 'pictures of reports', wrk: 'a second load generator' }
  return Object.entries(programs).map(function ([name, use]) {
    const { error, stdout, stderr } = spawnSync(name, ['--version'], { encoding: 'utf8' })
    const [version] = `${stdout}${stderr}`.split('\n')
    return { name, ok: !error, found: error ? 'missing' : version.slice(0, 40), remedy: `only for ${use}` }
  })
}

/** @param {Check} check */
function line ({ name, ok, needed, found, remedy }) {
  const mark = ok ? 'ok  ' : needed ? 'no  ' : 'note'
  return `${mark}  ${name.padEnd(14)}  ${found}${ok ? '' : `: ${remedy}`}`
}
