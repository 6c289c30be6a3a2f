'use strict'

// Every command of the texts, in the order in which a learner types them, in a copy of the project. Only the load is
// shortened.

const { spawn } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const os = require('os')
const path = require('path')
const t = require('tap')
const { commands } = require('../../scripts/commands')
const { TEXTS } = require('../../scripts/docs/build')
const { scripts } = require('../../package.json')
const { ROOT, okUnlessDisturbed } = require('../helper')

const COPIED = ['package.json', 'catalog.js', 'claims.js', 'steps', 'experiments', 'labs', 'harness', 'scripts', 'results']
const SHORT = { rounds: '--rounds=1', duration: '--duration=1', 'no-open': '--no-open', connections: '--connections=20', timeline: '--timeline=0' }
const LEAST_OF_A_GOAL = ['--rounds=3', '--duration=0.2', '--timeline=0']
// What other tests run: in CI, in two terminals (4-commands), the gate (5-gate), and the labs (6-yes, 7-frameworks).
const ELSEWHERE = [/^npm ci\b/, /^npm run ready$/, /^npm test\b/, /^npm run (test|lint)\b/, /^npm run (serve|load) /, /^curl /, /hot-path gate /, /^npm run lab:/]
t.setTimeout(600_000)

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-workshop-'))
t.teardown(() => fs.rmSync(folder, { recursive: true }))
for (const name of COPIED) fs.cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true, filter: (from) => !/(node_modules|target)$/.test(from) })
for (const modules of ['node_modules', 'labs/frameworks/node_modules']) if (fs.existsSync(path.join(ROOT, modules))) fs.symlinkSync(path.join(ROOT, modules), path.join(folder, modules))
// The servers of the reader.
for (const name of ['server.js', 'before.js', 'after.js']) fs.copyFileSync(path.join(ROOT, 'test/fixtures/hello.js'), path.join(folder, name))

/** The lines of all shell blocks of a text, chapter by chapter. */
function chaptersOf (text) {
  return fs.readFileSync(path.join(ROOT, text), 'utf8').split(/^## /m).map((chapter) => ({
    title: `${text}: ${chapter.split('\n')[0]}`,
    lines: [...chapter.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block]) => block.trim().split('\n'))
  }))
}

/** The same command, with less load. Where the text promises something about what it prints, it gets all of its load. */
function shortened (line) {
  if (line in promises && !line.includes('goal')) return line
  const [, script] = /^npm run (?:-s )?(\S+)/.exec(line) ?? []
  const [, name] = /hot-path(?:\.js)? (\S+)/.exec(script ? scripts[script] : line) ?? []
  const command = commands.find((command) => command.name === name)
  if (!command) return line
  const isGoal = /goal|over-budget/.test(line)
  const options = isGoal ? LEAST_OF_A_GOAL : Object.keys(SHORT).filter((option) => command.options.includes(option)).map((option) => SHORT[option])
  return `${line}${script && !line.includes(' -- ') ? ' --' : ''} ${options.join(' ')}`
}

async function run (line) {
  const child = spawn('sh', ['-c', line], { cwd: folder, env: { ...process.env, npm_config_cache: path.join(folder, 'npm') }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => { output += text })
  const [status] = await once(child, 'close')
  return { status, output }
}

/** What a learner does with an editor in chapter 9. */
function mend () {
  const file = path.join(folder, 'my-fix/util.js')
  const mended = fs.readFileSync(file, 'utf8')
    .replace("require('events').defaultMaxListeners = Infinity\n\n", '')
    .replace('if (attachAfterEvent === true)', 'if (afterEventAttached === true)')
  fs.writeFileSync(file, mended)
}

/** What a chapter promises about its command's output. */
const promises = {
  'npm run -s step:1 -- --duration=2 --no-open': /^Load: .* \d{1,3} req\/s/m,
  'npm run -s blocked-timer': /actual, ms/,
  'npm run -s trace-warnings': /attachAfterEvent, .*util\.js:\d+\.\n*$/,
  'npm run trace-warnings': /MaxListenersExceededWarning/,
  'npm run goal': /The first to meet the goal: 0[23]/,
  'diff -rB my-fix steps/02-fixed-listener && echo the same': /^the same$/m,
  // no row of Node's before that of its emitter, and the empty listener is there
  'npm run -s noop-listener -- --no-open': /^(?:(?! node {2})[^])* node +arrayClone node:events[^]*experiments\/noop-listener\/util\.js/,
  'npm run -s flame 3 -- --duration=5 --no-open': /^Clinic Flame says: .*node:/m
}

const texts = ['WORKSHOP.md', ...TEXTS.filter((text) => text !== 'WORKSHOP.md'), 'CONTRIBUTING.md']
const done = new Set()
const broken = []
const chapters = []

// Nothing is timed here, so two chapters at a time.
t.jobs = 2
for (const { title, lines } of texts.flatMap(chaptersOf)) {
  const own = lines.filter((line) => !done.has(line) && !ELSEWHERE.some((pattern) => pattern.test(line)))
  lines.forEach((line) => done.add(line))
  if (own.length === 0) continue
  chapters.push(t.test(title, { buffered: true }, async function (t) {
    for (const line of own) {
      const { status, output } = await run(shortened(line))
      const good = /^diff (?!.*&&)/.test(line) ? [1] : /goal|over-budget/.test(line) ? [0, 1, 3] : [0]
      t.ok(good.includes(status), `${line}: status ${status}. ${good.includes(status) ? '' : output.slice(-500)}`)
      if (promises[line] && !promises[line].test(output)) broken.push(line)
      if (line.startsWith('cp -r')) mend()
    }
  }))
}

t.test('what the chapters promise is what one sees', async function (t) {
  await Promise.all(chapters)
  // Once more, and not beside another chapter.
  for (const line of broken) {
    const { output } = await run(shortened(line))
    await okUnlessDisturbed(t, promises[line].test(output), `${line}: ${output}`)
  }
})

t.test('every promise is about a command of the texts', async function (t) {
  for (const line of Object.keys(promises)) t.ok(done.has(line), line)
})
