'use strict'

// Types every command of the texts as a reader would, in a copy of the project. Only the load is shortened.

const { spawn } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const os = require('os')
const path = require('path')
const { parse: split } = require('shell-quote')
const { instruments } = require('hot-path/testing')
const { commandsOf, parse } = require('hot-path/command')
const { scripts } = require('../../package.json')
const { config } = require('./config')
const { ROOT } = require('./helper')

const COPIED = [
  'package.json',
  'WORKSHOP.md',
  'hot-path.config.js',
  'claims.js',
  'steps',
  'experiments',
  'cases',
  'labs',
  'packages',
  'scripts',
  'results'
]
const OWN_SERVERS = ['server.js', 'before.js', 'after.js']
const OWN_PROGRAMS = {
  'job.js': 'let sum = 0\nfor (let i = 0; i < 5e8; i++) sum += Math.sqrt(i)\nsetTimeout(() => console.log(sum), 500)\n',
  'consumer.js': 'setInterval(() => JSON.parse(JSON.stringify({ mails: [1, 2, 3] })), 10)\n'
}
const callFrame = { functionName: 'work', url: 'file:///app/server.js', lineNumber: 0, columnNumber: 0 }
const PROFILE = { nodes: [{ id: 1, callFrame }], samples: [1, 1], timeDeltas: [0, 1000] }
const OWN_PROFILES = { 'before.cpuprofile': PROFILE, 'after.cpuprofile': PROFILE }
const OWN_REQUESTS = {
  'shop.har': { log: { entries: [{ request: { method: 'GET', url: 'https://shop.example/items', headers: [] } }] } },
  'requests.json': [{ path: '/items' }, { method: 'POST', path: '/orders', body: '{}' }]
}
const SHORT = {
  rounds: '--rounds=1',
  duration: '--duration=1',
  'no-open': '--no-open',
  connections: '--connections=20',
  timeline: '--timeline=0'
}
const MEASURED_ELSEWHERE = ['compare', 'claims']
// Tested on the steps by profilers.test.js and test/performance/doctor.test.js.
const PROFILED_ELSEWHERE = ['doctor', 'flame', 'cpu-profile']
// Commands that examine a server.
const LOOKS = [...MEASURED_ELSEWHERE, ...Object.keys(instruments), 'step', 'trace-warnings', 'threshold']
const LEAST_OF_A_CHECKUP = '--duration=3'
const LEAST_OF_A_GOAL = ['--rounds=6', '--duration=0.2', '--timeline=0']
// The result is not checked.
const SHORT_GOAL = ['--rounds=3', '--duration=0.2', '--timeline=0']
// Commands that other tests run: in CI, in two terminals (command-line), the gate, attach and the labs.
const ELSEWHERE = [
  /^npm ci\b/,
  /^npx hot-path ready$/,
  /^npm test\b/,
  /^npm run (test|lint)\b/,
  /^npx hot-path (serve|load) /,
  /^npx autocannon /,
  /^curl /,
  /hot-path gate /,
  /hot-path watch /,
  /hot-path attach /,
  /--attach=|--expect-workers=/,
  /^(pip|locust|kubectl) /,
  /^npx hot-path lab:/
]

/**
 * @param t the test, whose teardown removes the copy
 * @returns {string} a folder with the whole project, and with servers of the reader's own
 */
function copyOfTheProject (t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-reader-'))
  t.teardown(() => fs.rmSync(folder, { recursive: true }))
  const copied = { recursive: true, preserveTimestamps: true, filter: (from) => !/(node_modules|target)$/.test(from) }
  for (const name of COPIED) fs.cpSync(path.join(ROOT, name), path.join(folder, name), copied)
  for (const modules of ['node_modules', 'labs/frameworks/node_modules']) {
    const [from, to] = [ROOT, folder].map((base) => path.join(base, modules))
    fs.mkdirSync(to)
    const installed = fs.existsSync(from)
      ? fs.readdirSync(from).filter((name) => name !== '.bin')
      : []
    for (const name of installed) {
      const own = path.join(folder, 'packages', name)
      fs.symlinkSync(fs.existsSync(own) ? own : path.join(from, name), path.join(to, name))
    }
  }
  const [commands, copies] = [ROOT, folder].map((base) => path.join(base, 'node_modules/.bin'))
  fs.mkdirSync(copies)
  for (const name of fs.readdirSync(commands)) {
    fs.symlinkSync(fs.readlinkSync(path.join(commands, name)), path.join(copies, name))
  }
  for (const name of OWN_SERVERS) {
    fs.copyFileSync(path.join(ROOT, 'packages/hot-path/test/fixtures/hello.js'), path.join(folder, name))
  }
  for (const [name, source] of Object.entries(OWN_PROGRAMS)) fs.writeFileSync(path.join(folder, name), source)
  for (const [name, requests] of Object.entries({ ...OWN_REQUESTS, ...OWN_PROFILES })) {
    fs.writeFileSync(path.join(folder, name), JSON.stringify(requests))
  }
  return folder
}

/**
 * @param {string[]} texts
 * @returns {{ title: string, lines: string[] }[]} the commands of every chapter, except repeated ones and those that
 *   other tests run
 */
function chaptersOf (texts) {
  const done = new Set()
  return texts
    .flatMap(function (text) {
      return fs
        .readFileSync(path.join(ROOT, text), 'utf8')
        .split(/^## /m)
        .map((chapter) => ({
          title: `${text}: ${chapter.split('\n')[0]}`,
          lines: [...chapter.matchAll(/```sh\n([^]*?)```/g)]
            .flatMap(([, block]) => block.trim().split('\n'))
            .filter((line) => isNew(line, done))
        }))
    })
    .filter(({ lines }) => lines.length)
}

function isNew (line, done) {
  const isKnown = done.has(line) || ELSEWHERE.some((pattern) => pattern.test(line))
  done.add(line)
  return !isKnown
}

/** Returns the same command with less load. */
function shortened (line) {
  const [, script] = /^npm run (?:-s )?(\S+)/.exec(line) ?? []
  const [, name] = /hot-path(?:\.js)? (\S+)/.exec(script ? scripts[script] : line) ?? []
  const command = commandsOf(config).find((command) => command.name === name)
  if (!command) return line
  const options = optionsOf(command, { line, script }).join(' ')
  if (!script && line.includes(' -- ')) return line.replace(' -- ', ` ${options} -- `) // the rest is the program's
  return `${line}${script && !line.includes(' -- ') ? ' --' : ''} ${options}`
}

/** @returns {string[]} the options that shorten the command */
function optionsOf (command, { line, script }) {
  if (isGoal(line)) return script === 'goal' ? LEAST_OF_A_GOAL : SHORT_GOAL
  const short = command.name === 'checkup' ? { ...SHORT, duration: LEAST_OF_A_CHECKUP } : SHORT
  return Object.keys(short)
    .filter((option) => command.options.includes(option))
    .filter((option) => !(line.includes('--no-load') && option === 'connections'))
    .map((option) => short[option])
}

/** @returns {Promise<{ isGood: boolean, status: number, output: string }>} */
async function type (line, folder) {
  const child = spawn('sh', ['-c', line], {
    cwd: folder,
    env: { ...process.env, npm_config_cache: path.join(folder, 'npm') },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  const [status] = await once(child, 'close')
  const good = /^diff /.test(line) ? [1] : isGoal(line) ? [0, 1, 3] : [0]
  return { isGood: good.includes(status), status, output }
}

/**
 * Parses a typed line without running it: checks its options and subjects.
 *
 * @param {string} line
 * @param {string} folder
 * @returns {{ name: string, missing: string[] } | null} `missing`: arguments that are not servers; null if the line is
 *   not a hot-path command
 * @throws {Error} if the command does not accept the line
 */
function understood (line, folder) {
  const [, script, before = '', behind = ''] = /^npm run (?:-s )?(\S+)((?: (?!-)\S+)*)(?: -- (.*))?$/.exec(line) ?? []
  const more = `${before} ${behind}`.trim()
  const [, name, rest] = /^(?:npx )?hot-path (\S+) ?(.*)$/.exec(script ? `${scripts[script]} ${more}`.trim() : line) ?? []
  const command = commandsOf(config).find((command) => command.name === name)
  if (!command) return null
  const { positionals } = parse(command, split(rest), config)
  const isThere = (/** @type {string} */ subject) =>
    config.subjects.some(({ id, alias }) => id === subject || alias === subject) ||
    subject.startsWith('git:') ||
    fs.existsSync(path.resolve(folder, subject))
  return { name, missing: positionals.filter((subject) => !isThere(subject)) }
}

/**
 * Runs each command once. Further uses, and commands that `npx hot-path claims` measures anyway, are only parsed.
 *
 * @param {string} folder
 * @returns {(t: any, line: string) => boolean} whether a line can be skipped
 */
function onceEach (folder) {
  const tried = new Set([...MEASURED_ELSEWHERE, ...PROFILED_ELSEWHERE])
  return function (t, line) {
    const asked = understood(line, folder)
    if (!asked || !LOOKS.includes(asked.name)) return false
    t.same(asked.missing, [], line)
    if (tried.has(asked.name)) return true
    tried.add(asked.name)
    return false
  }
}

function isGoal (line) {
  return /goal|over-budget/.test(line)
}

module.exports = { chaptersOf, copyOfTheProject, isGoal, onceEach, shortened, type }
