'use strict'

// The tool as users get it: packed, installed in an empty folder with an empty cache, and run on servers of four kinds.

const { execFileSync, spawnSync } = require('child_process')
const fs = require('fs')
const os = require('os')
const path = require('path')
const t = require('tap')
const { ROOT } = require('../support/helper')

const MOST_PACKAGES = 100
const MOST_BYTES = 40e6

const ANSWER = 'JSON.stringify({ users: [1, 2, 3] })'
const TYPE = "{ 'content-type': 'application/json' }"
const SERVERS = {
  'plain.js':
    "require('http').createServer((req, res) => " +
    `res.writeHead(200, ${TYPE}).end(${ANSWER})).listen(process.env.PORT)`,
  'plain.mjs':
    "import { createServer } from 'node:http'\n" +
    `createServer((req, res) => res.writeHead(200, ${TYPE}).end(${ANSWER})).listen(process.env.PORT)`,
  'express.js':
    "const app = require('express')()\n" +
    `app.get('/', (req, res) => res.set(${TYPE}).send(${ANSWER}))\napp.listen(process.env.PORT)`,
  'fastify.mjs':
    "import fastify from 'fastify'\nconst app = fastify()\n" +
    `app.get('/', async (req, reply) => reply.headers(${TYPE}).send(${ANSWER}))\nawait app.listen({ port: process.env.PORT })`
}
const CONFIG =
  "const { defineConfig } = require('hot-path')\nmodule.exports = defineConfig({ subjects: { api: { file: 'express.js' } }, defaults: { connections: 20 } })\n"

const { INIT_CWD, NODE_OPTIONS, ...ENV } = process.env
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-packed-'))
t.teardown(() => fs.rmSync(folder, { recursive: true }))
const env = {
  ...ENV,
  npm_config_cache: path.join(folder, '.cache'),
  npm_config_audit: 'false',
  npm_config_fund: 'false'
}

function npm (...args) {
  return execFileSync('npm', args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

function hotPath (...args) {
  return spawnSync('npx', ['--no-install', 'hot-path', ...args], { cwd: folder, env, encoding: 'utf8' })
}

function bytesBelow (place) {
  return fs
    .readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + fs.statSync(path.join(parentPath, name)).size, 0)
}

t.test('the package is small', async function (t) {
  const [{ filename, files }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--workspace=hot-path', `--pack-destination=${folder}`], {
      cwd: ROOT,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore']
    }).replace(/^[^[]*/, '')
  )
  const names = files.map(({ path }) => path)
  for (const name of [
    'README.md',
    'CHANGELOG.md',
    'bin/hot-path.js',
    'src/types/config.schema.json',
    'src/index.d.ts'
  ]) {
    t.ok(names.includes(name), name)
  }
  t.notOk(names.some((name) => name.startsWith('test/')))
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
  npm('install', path.join(folder, filename))
  const { packages } = JSON.parse(fs.readFileSync(path.join(folder, 'node_modules/.package-lock.json'), 'utf8'))
  const bytes = bytesBelow(path.join(folder, 'node_modules'))
  t.comment(`${Object.keys(packages).length} packages, ${(bytes / 1e6).toFixed(1)} MB`)
  t.ok(Object.keys(packages).length <= MOST_PACKAGES)
  t.ok(bytes <= MOST_BYTES)
})

t.test("check-up, comparison and gate work on users' servers, with and without a config", async function (t) {
  npm('install', 'express', 'fastify')
  for (const [name, code] of Object.entries(SERVERS)) fs.writeFileSync(path.join(folder, name), code)
  for (const name of ['plain.mjs', 'express.js']) {
    const { status, stdout, stderr } = hotPath('checkup', name, '--duration=3', '--json')
    t.equal(status, 0, `${name} ${stderr}`)
    t.equal(JSON.parse(stdout).file, name)
  }
  t.match(hotPath('compare', 'plain.js', 'fastify.mjs', '--rounds=1', '--duration=0.3', '--timeline=0', '--no-open'), {
    status: 0,
    stdout: /plain/
  })
  const gate = hotPath('gate', '--baseline=plain.js', '--candidate=express.js', '--budget=1s', '--no-places', '--json')
  t.match(JSON.parse(gate.stdout), { command: 'gate', ratio: Number }, gate.stderr)
  fs.writeFileSync(path.join(folder, 'hot-path.config.js'), CONFIG)
  t.match(hotPath('cpu-profile', 'api', '--duration=1', '--no-open'), { status: 0, stdout: /^Page: reports\/run-\S+-api-cpu-profile\/cpu-profile\.html$/m })
  t.match(hotPath('ready', '--port=0'), { status: 0, stdout: /Ready\./ }, 'this project needs no restify')
})

t.test('every command runs, and the package exports what the documentation names', async function (t) {
  for (const name of ['heap', 'waits']) {
    const { status, stdout, stderr } = hotPath(name, 'plain.js', '--duration=1', '--json')
    t.equal(status, 0, stderr)
    t.equal(JSON.parse(stdout).command, name)
  }
  const named = [...hotPath('--help').stdout.matchAll(/^ {2}([a-z0-9-]+) /gm)].map(([, name]) => name)
  t.ok(named.length >= 12, named.join())
  for (const name of named) t.match(hotPath(name, '--help'), { status: 0, stdout: /^Usage: / }, name)
  const code = `
    const { profile } = require('hot-path')
    for (const list of ['testing', 'reporting', 'command', 'records.schema.json']) require('hot-path/' + list)
    try { require('hot-path/src/api') } catch ({ code }) { console.log(code) }
    profile('plain.js', { duration: 1, path: '/' }).then(({ command }) => console.log(command))`
  t.match(spawnSync(process.execPath, ['-e', code], { cwd: folder, env, encoding: 'utf8' }), {
    status: 0,
    stdout: /^ERR_PACKAGE_PATH_NOT_EXPORTED\ncpu-profile\n$/,
    stderr: ''
  })
})

t.test('TypeScript checks the type of a config', async function (t) {
  const check = (code) => {
    fs.writeFileSync(path.join(folder, 'typed.ts'), code)
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'node20', 'typed.ts']
    return spawnSync(process.execPath, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), ...options], { cwd: folder, encoding: 'utf8' })
  }
  const using = (config) => `import { defineConfig } from 'hot-path'\nexport default defineConfig(${config})\n`
  t.match(check(using("{ subjects: { api: { file: 'express.js', path: '/' } } }")), { status: 0, stdout: '' })
  t.match(check(using('{ subjects: { api: { file: 3 } } }')), { stdout: /Type 'number' is not assignable to type 'string'/ })
})

t.test('Doctor names the package to install, and works once it is installed', async function (t) {
  const without = hotPath('doctor', 'plain.js')
  t.match(without, {
    status: 2,
    stderr:
      /^hot-path: Clinic Doctor cannot run: @clinic\/doctor is not installed\. Run: npm install --save-dev @clinic\/doctor$/m
  })
  npm('install', '--ignore-scripts', '@clinic/doctor')
  t.match(hotPath('doctor', 'plain.js', '--duration=5', '--no-open'), { status: 0, stdout: /^Clinic Doctor says: /m })
})
