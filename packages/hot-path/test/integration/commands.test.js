'use strict'

const { spawnSync } = require('child_process')
const { existsSync } = require('fs')
const t = require('tap')
const { commandsOf } = require('../../src/cli/commands')
const { loadConfig } = require('../../src/config/config')
const { manual } = require('../../src/cli/help')
const { configured } = require('../../src/cli/options')
const { quote } = require('../../src/instruments/equivalent-command')
const { HOT_PATH, ROOT, hotPath, notPosix } = require('../support/helper')

// The commands of a project (here the workshop's) are tested like the tool's own.
const known = async function () {
  const config = await loadConfig([ROOT])
  return { config, commands: commandsOf(config) }
}

t.test('--help lists every command and fits a terminal', async function (t) {
  const { commands } = await known()
  t.ok(commands.length > 20)
  const { status, stdout } = await hotPath(['--help'])
  t.equal(status, 0)
  const text = stdout.replace(/\s+/g, ' ')
  for (const { name, usage, positionals, summary } of commands) {
    const head = positionals[1] ? `${name} ${usage}` : name
    t.equal(text.split(` ${head} ${summary} `).length, 2, name)
  }
  for (const line of stdout.split('\n')) t.ok(line.length <= 80, line)
})

t.test('the help of a command lists its options and fits a terminal', async function (t) {
  const { config, commands } = await known()
  for (const command of commands) {
    const text = manual(configured(command, config))
    for (const option of command.options) t.match(text, `--${option}`, command.name)
    for (const line of text.split('\n')) t.ok(line.length <= 80, line)
  }
})

t.test('doctor --help prints the help of doctor', async function (t) {
  const { config, commands } = await known()
  const { status, stdout } = await hotPath(['doctor', '--help'])
  t.equal(status, 0)
  t.equal(stdout, `${manual(configured(commands.find(({ name }) => name === 'doctor'), config))}\n`)
})

const mistakes = {
  'an unknown command': ['nope'],
  'no subject': ['doctor'],
  'a subject that is not there': ['doctor', '9'],
  'a folder': ['doctor', 'steps'],
  'two subjects': ['flame', '1', '2'],
  'an unknown option': ['doctor', '1', '--colour'],
  'an option of another command': ['ready', '--connections=3'],
  'no value': ['doctor', '1', '--duration'],
  'an empty value': ['doctor', '1', '--duration='],
  'words for a number': ['doctor', '1', '--duration=ten'],
  'a fraction': ['doctor', '1', '--connections=1.5'],
  'a negative number': ['doctor', '1', '--connections=-1'],
  'not a number': ['doctor', '1', '--connections=NaN'],
  'a huge number': ['doctor', '1', '--connections=99999999999999999999'],
  'a path without a slash': ['doctor', '1', '--path=x'],
  'a path with a line break': ['doctor', '1', '--path=/x\r\nHost: y'],
  'a duration of nothing': ['doctor', '1', '--duration=0'],
  'a goal that is none': ['compare', '1', '--goal=fast'],
  'a goal with too few rounds': ['compare', '1', '--goal=10x', '--rounds=2'],
  'the same subject twice': ['compare', '1', '01-slow'],
  'a port that is none': ['checkup', '1', '--port=70000'],
  'a load on nothing': ['load', 'http://127.0.0.1:1/'],
  'a URL that is none': ['load', 'localhost:3000'],
  'a URL without a process': ['checkup', '--url=http://127.0.0.1:1/'],
  'a process without a URL': ['checkup', '--attach=1'],
  'a process and no load': ['checkup', '--attach=1', '--url=http://127.0.0.1:1/', '--no-load'],
  'a process beside a subject': ['checkup', '1', '--attach=1', '--url=http://127.0.0.1:1/'],
  'a host that is no address': ['checkup', '1', '--host=localhost'],
  'workers elsewhere without Locust': ['checkup', '1', '--expect-workers=2'],
  'workers without Locust': ['compare', '1', '--workers=2'],
  'a value for a switch': ['doctor', '1', '--json=yes']
}

for (const [mistake, args] of Object.entries(mistakes)) {
  t.test(`${mistake} is rejected with a one-line error`, async function (t) {
    const { status, stdout, stderr } = await hotPath(args)
    t.equal(status, 2)
    t.equal(stdout, '')
    t.match(stderr, /^hot-path: .+\n$/)
    t.notMatch(stderr, /\n {4}at /, 'no stack trace')
  })
}

t.test('hot-path without a command prints the usage', async function (t) {
  const { status, stdout } = await hotPath([])
  t.equal(status, 2)
  t.match(stdout, 'Usage:')
})

const through = (redirection) => ({ command: ['sh', '-c', `"$0" "$@" ${redirection}`, process.execPath, HOT_PATH] })

t.test('a reader may close the pipe early', { skip: notPosix }, async function (t) {
  const { status, stderr } = await hotPath(['--help'], through('| true'))
  t.equal(status, 0)
  t.equal(stderr, '')
})

t.test(
  'output that cannot be written is reported in one line',
  { skip: !existsSync('/dev/full') && 'no /dev/full here' },
  async function (t) {
    const { status, stderr } = await hotPath(['--help'], through('> /dev/full'))
    t.equal(status, 2)
    t.equal(stderr, 'hot-path: no space left on the disk. Free some space, and try again.\n')
  }
)

t.test('ready reports the environment', async function (t) {
  const { status, stdout } = await hotPath(['ready', '--port=0', '--json'])
  t.equal(status, 0)
  t.match(JSON.parse(stdout), { version: 1, command: 'ready', node: process.version, fit: true })
})

t.test('a quoted command keeps its arguments in a shell', async function (t) {
  const words = ['a\nb', "it's \x1b[31m", '\u202eabc', 'back\\slash\t', '$(x) `y` "z"']
  const { stdout } = spawnSync('bash', ['-c', `printf '%s\\0' ${words.map(quote).join(' ')}`], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  t.same(stdout.split('\0').slice(0, -1), words)
})
