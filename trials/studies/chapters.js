'use strict'

// Follows the workshop's chapters as a learner does, every other time beside a program that occupies a core. Saves in
// results/chapters-study.json whether each output was as promised:
//   node trials/studies/chapters.js 10      ten times in all
// It can be stopped at any time, and resumes with the next pass. Run it in a separate clone: it writes to my-work.

const { spawn } = require('child_process')
const fs = require('fs')
const path = require('path')
const { OperationalError } = require('hot-path')
const { machine, writeJson } = require('hot-path/testing')
const { rounded } = require('hot-path/reporting')
const { chaptersIn } = require('../../scripts/learn/workshop-parser')
const { takeCore } = require('./busy-core')
const { facts, studied, underLoad } = require('./promises')

const ROOT = path.resolve(__dirname, '../..')
const FILE = path.join(ROOT, 'results/chapters-study.json')
const WORK = path.join(ROOT, 'my-work')

// Commands whose output is always saved, for its figures.
const KEPT = /run goal$/
// Chapters whose verdicts CPU contention can change: followed beside a busy core as often as all chapters in all.
const SHAKEN = [3, 9, 10]
const DISTURBED = /Other programs took|The hypervisor took|host-bound|can be the cause|inconclusive/

/**
 * @typedef {object} Line
 * @property {string | (() => string)} types
 * @property {RegExp} [promised] pattern in the output
 * @property {boolean} [isWrong] a wrong answer: it must not pass
 * @property {() => void} [first] action before the command, such as an edit
 *
 * @typedef {object} Seen
 * @property {number} chapter
 * @property {string} typed
 * @property {boolean} isAsPromised
 * @property {boolean} saysDisturbed
 * @property {number} seconds
 * @property {string} [output] if it is not as promised, or if its figures are needed
 *
 * @typedef {{ date: string, beside: 'nothing' | 'a busy core', only?: number[], seen: Seen[] }} Pass `only`: the
 *   chapters of a partial pass
 */

const learn = (/** @type {string} */ words) => `npm run -s learn ${words}`
const check = (/** @type {string} */ answer) => learn(`check ${answer}`.trim())

/** @type {Record<string, RegExp>} promised output by command, including commands that tests run for a shorter time */
const PROMISED = {
  ...facts,
  ...underLoad,
  ...studied,
  'npx hot-path ready': /^Ready\.$/m,
  'npx autocannon -c 100 -d 10 http://127.0.0.1:3000/seed/v1': /Req\/Sec/,
  'npm run step:1': /^Clinic Doctor says: event-loop$[^]*The check-up says: accumulation/m,
  'npx hot-path doctor 1 --no-open': /^Clinic Doctor says: event-loop$/m,
  'npm run overload-protection': /overload-protection +[\d,]+/,
  'npx hot-path compare overload-unprotected overload-protection --rounds=1': /overload-protection +[\d,]+/,
  'npx hot-path flame 1': /util\.js:29/,
  'npx hot-path cpu-profile 1 --duration=3 --no-open': /util\.js:29/,
  'npx hot-path doctor my-work/fix/index.js --path=/seed/v1': /^Clinic Doctor says: none/m,
  'npx hot-path compare 1 my-work/fix/index.js --path=/seed/v1': /fix\S*\s+answers\s+[\d.,]+\s+times\s+as\s+many/,
  'npm run goal': /The first to meet the goal: 02/,
  'npx hot-path compare 2 3 --over-budget=100%': /The first to meet the goal: 03/,
  'npx hot-path gate --baseline=my-work/fix/index.js --candidate=steps/01-slow/index.js --path=/seed/v1': /^Gate: fails/m,
  'npx hot-path waits connection-pool': /pool\.take\(\)/,
  'npx hot-path heap sessions': /sessions \(a Map\) retains/,
  'npx hot-path checkup passwords': /^The check-up says: event-loop/m,
  'npx hot-path checkup passwords-in-pool': /^The check-up says: thread-pool/m
}

/**
 * @typedef {object} Answers
 * @property {string | (() => string)} right
 * @property {string[]} [wrong]
 * @property {((source: string) => string)[]} [edits] wrong edits, each made before a check
 */

/** @type {Record<number, Answers>} by chapter number */
const ANSWERS = {
  1: { right: '' },
  2: { right: '' },
  3: { right: 'event-loop', wrong: ['io', 'gc', 'none'] },
  4: { right: seenP99, wrong: ['503', '1', '60000'] },
  5: { right: '500', wrong: ['100', '400', '1000'] },
  6: { right: 'util.js:29', wrong: ['index.js:1', 'util.js:10', 'server.js:1425'] },
  7: { right: '50 1', wrong: ['1 1', '50 50', '1 50'] },
  8: { right: '26', wrong: ['1', '29', 'fetchContent'] },
  9: {
    right: '',
    edits: [
      (source) => source,
      (source) => source.replace('attachAfterEvent === true', 'afterEventAttached'),
      (source) => fixed(source).replace('attachAfterEvent(this)', '')
    ]
  },
  10: { right: '' },
  11: { right: '2 3', wrong: ['1 1', '0 0', '3 2'] },
  12: { right: 'the linter', wrong: ['the profile', 'the gate', 'the warning'] },
  13: { right: '18', wrong: ['1', '25', '30'] },
  14: { right: 'sessions', wrong: ['cookies', 'cache', 'server'] },
  15: { right: 'thread-pool', wrong: ['event-loop', 'waiting', 'healthy'] }
}

/** @returns {string} the p99 that the learner reads in the table */
function seenP99 () {
  const { samples } = JSON.parse(fs.readFileSync(path.join(ROOT, 'reports/compare/index.json'), 'utf8'))
  const { latencyMs } = samples.find((/** @type {any} */ { subject }) => subject === 'overload-protection')
  return rounded(latencyMs.p99)
}

const fixed = (/** @type {string} */ source) =>
  source
    .replace("require('events').defaultMaxListeners = Infinity\n\n", '')
    .replace('if (attachAfterEvent', 'if (afterEventAttached')

/** @param {(source: string) => string} edit applied to a fresh copy */
function repair (edit) {
  const source = fs.readFileSync(path.join(ROOT, 'steps/01-slow/util.js'), 'utf8')
  fs.writeFileSync(path.join(WORK, 'fix/util.js'), edit(source))
}

/** @param {string} markdown */
function commandsIn (markdown) {
  return [...markdown.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block]) => block.trim().split('\n'))
}

/**
 * @param {import('../../scripts/learn/workshop-parser').Chapter} chapter
 * @returns {Line[]} input of a learner that makes every mistake first
 */
function linesOf ({ number, before, run, checkpoint }) {
  const { right, wrong = [], edits = [] } = ANSWERS[number]
  const commands = (/** @type {string} */ text) =>
    commandsIn(text).map((types) => ({ types, promised: PROMISED[types] }))
  const loads = number === 2 ? commands('```sh\nnpx hot-path load 1\n```') : [] // the text says "a second time"
  return [
    ...commands(before),
    // The right answer must not pass if no command was run.
    ...(wrong.length && typeof right === 'string' && !IDLE.includes(number) ? [{ ...mistake(right), first: forget }] : []),
    ...edits.map((edit) => ({ ...mistake(''), first: () => repair(edit) })),
    ...(number === 9 ? [{ types: learn('diff'), first: () => repair(fixed) }] : []),
    ...commands(run),
    ...loads,
    { types: learn('look') },
    ...wrong.map(mistake),
    { types: () => check(typeof right === 'string' ? right : right()), promised: /^Right\./m },
    ...commands(checkpoint)
  ]
}

// Chapters whose answers can be read from the source, or counted, without a run.
const IDLE = [7, 8, 11]

/** @param {string} answer */
function mistake (answer) {
  return { types: check(answer), promised: /^(?:Not yet\.|.*(?:There is no report to look at yet|there is no report))/m, isWrong: true }
}

/** Deletes the reports of earlier passes and chapters. */
function forget () {
  fs.rmSync(path.join(ROOT, 'reports'), { recursive: true, force: true })
}

/** @param {number} times passes in all */
async function main (times) {
  /** @type {{ version: 1, machine: unknown, passes: Pass[] }} */
  const study = fs.existsSync(FILE)
    ? JSON.parse(fs.readFileSync(FILE, 'utf8'))
    : { version: 1, machine: machine(), passes: [] }
  while (study.passes.length < times) {
    study.passes.push(await follow(study.passes.length % 2 ? 'a busy core' : 'nothing'))
    writeJson(FILE, study)
  }
  while (study.passes.filter(({ beside }) => beside !== 'nothing').length < times) {
    study.passes.push(await follow('a busy core', SHAKEN))
    writeJson(FILE, study)
  }
}

/**
 * @param {Pass['beside']} beside
 * @param {number[]} [only] these chapters
 * @returns {Promise<Pass>}
 */
async function follow (beside, only) {
  if (fs.existsSync(WORK)) throw new OperationalError('my-work is there: run this in a clone of its own.')
  const date = new Date().toISOString()
  const burner = beside === 'nothing' ? null : takeCore()
  const seen = []
  try {
    for (const chapter of chaptersIn(fs.readFileSync(path.join(ROOT, 'WORKSHOP.md'), 'utf8'))) {
      const { number } = chapter
      if (only && !only.includes(number)) continue
      await type(learn(`goto ${number}`))
      await type(learn('bet 4000 requests a second'))
      for (const line of linesOf(chapter)) {
        const one = await look(number, line)
        console.log(`${beside}, chapter ${number}: ${one.isAsPromised ? 'as promised' : 'NOT as promised'}${one.saysDisturbed ? ', reports CPU contention' : ''}, ${one.seconds} s: ${one.typed}`)
        seen.push(one)
      }
      servers.splice(0).forEach((server) => process.kill(-Number(server.pid), 'SIGINT'))
    }
  } finally {
    burner?.kill('SIGKILL')
    fs.rmSync(WORK, { recursive: true, force: true })
  }
  return { date, beside, ...(only && { only }), seen }
}

/**
 * @param {number} chapter
 * @param {Line} line
 * @returns {Promise<Seen>}
 */
async function look (chapter, { types, promised = /^/, isWrong = false, first }) {
  first?.()
  const line = typeof types === 'string' ? types : types()
  const begun = Date.now()
  const { status, output } = line.startsWith('npx hot-path serve') ? await serve(line) : await type(line)
  const isAsPromised = promised.test(output) && (!isWrong || status !== 0)
  return {
    chapter,
    typed: line,
    isAsPromised,
    saysDisturbed: DISTURBED.test(output),
    seconds: Math.round((Date.now() - begun) / 1000),
    ...(isAsPromised && !KEPT.test(line) ? {} : { output })
  }
}

/**
 * @param {string} line
 * @returns {Promise<{ status: number | null, output: string }>}
 */
function type (line) {
  return new Promise(function (resolve, reject) {
    const child = spawn('sh', ['-c', line], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => { output += text })
    child.on('error', reject).on('close', (status) => resolve({ status, output }))
  })
}

/** @type {import('child_process').ChildProcess[]} servers in the learner's second terminal */
const servers = []

/**
 * @param {string} line
 * @returns {Promise<{ status: number | null, output: string }>} settles when the server listens
 */
function serve (line) {
  return new Promise(function (resolve, reject) {
    const child = spawn('sh', ['-c', line], { cwd: ROOT, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    servers.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', function (text) {
        output += text
        if (/Listening/.test(output)) resolve({ status: 0, output })
      })
    }
    child.on('error', reject).on('close', (status) => resolve({ status, output }))
  })
}

main(Number(process.argv[2] ?? 10)).catch(function (err) {
  console.error(err instanceof OperationalError ? err.message : err)
  process.exitCode = 1
})
