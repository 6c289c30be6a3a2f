'use strict'

// Follows the chapters of the workshop as a learner does, every other time beside a program that takes a core, and
// keeps what was promised and what was seen in results/chapters-study.json:   npm run study:chapters -- 10   ten times
// in all. It can be stopped at any time, and goes on where it was. It needs a clone of its own: it writes to my-work.

const { spawn } = require('child_process')
const fs = require('fs')
const path = require('path')
const { machine } = require('hot-path/base/machine')
const { OperationalError } = require('hot-path/base/operational-error')
const { takeCore } = require('./busy-core')
const { save } = require('./file')

const ROOT = path.resolve(__dirname, '../..')
const FILE = path.join(ROOT, 'results/chapters-study.json')
const WORK = path.join(ROOT, 'my-work')

// Their figures are looked at.
const KEPT = /run -s goal$/
// Where a busy neighbour can turn a verdict: these are followed as often beside it as all chapters are in all.
const SHAKEN = [3, 9, 10]
const DISTURBED = /Other programs took|The hypervisor took|host-bound|not your fault|inconclusive/

/**
 * @typedef {object} Line
 * @property {string} types
 * @property {RegExp} [promised] in the output
 * @property {boolean} [isWrong] a wrong answer: it must not pass
 * @property {() => void} [first] what is done with an editor before
 *
 * @typedef {object} Seen
 * @property {number} chapter
 * @property {string} typed
 * @property {boolean} isAsPromised
 * @property {boolean} saysDisturbed
 * @property {number} seconds
 * @property {string} [output] where it is not as promised, and where numbers are kept
 *
 * @typedef {{ date: string, beside: 'nothing' | 'a busy core', only?: number[], seen: Seen[] }} Pass `only`: some
 *   chapters, where it was not all of them
 */

const learn = (/** @type {string} */ words) => `npm run -s learn ${words}`
const right = (/** @type {string} */ answer) => ({ types: learn(`check ${answer}`), promised: /^Right\./m })
const wrong = (/** @type {string} */ answer) => ({ types: learn(`check ${answer}`), promised: /^Not yet\./m, isWrong: true })

/** @type {Record<number, Line[]>} what is typed behind `goto` and `bet` */
const chapters = {
  1: [right('')],
  2: [right('')],
  3: [
    { types: 'npm run -s step:1', promised: /^Clinic Doctor says: event-loop$[^]*The check-up says: accumulation/m },
    wrong('io'),
    right('event-loop')
  ],
  4: [
    {
      types: 'npm run -s compare overload-unprotected overload-protection -- --rounds=1',
      promised: /overload-protection +[\d,]+/
    },
    wrong('500'),
    right('503')
  ],
  5: [right('')],
  6: [
    { types: 'npm run -s cpu-profile 1 -- --duration=3 --no-open', promised: /util\.js:29/ },
    wrong('index.js:1'),
    right('util.js:29')
  ],
  7: [
    {
      types: 'npm run -s noop-listener -- --no-open',
      promised: /^(?:(?! node {2})[^])* node +(?:emit|arrayClone) node:events/
    },
    { types: 'npm run -s how-often', promised: /request 100 +│ 100 +│ 1 / },
    wrong('1 1'),
    right('50 1')
  ],
  8: [{ types: 'npm run -s trace-warnings', promised: /attachAfterEvent, .*util\.js:\d+\.\n*$/ }, wrong('1'), right('26')],
  9: [
    { types: learn('start'), promised: /Repair them/ },
    wrong(''),
    { ...wrong(''), first: () => repair((source) => source.replace('attachAfterEvent === true', 'afterEventAttached')) },
    { types: 'npx hot-path doctor my-work/fix/index.js --path=/seed/v1 --no-open', promised: /^Clinic Doctor says: none/m, first: () => repair(fixed) },
    { types: 'npx hot-path compare 1 my-work/fix/index.js --path=/seed/v1', promised: /fix\S*\s+answers\s+[\d.,]+\s+times\s+as\s+many/ },
    right('')
  ],
  10: [
    { types: 'npm run -s goal', promised: /The first to meet the goal: 02/ },
    { types: 'npm run -s compare 2 3 -- --over-budget=100%', promised: /The first to meet the goal: 03/ },
    right('')
  ],
  11: [
    { types: 'npm run -s flame 3 -- --duration=5 --no-open', promised: /^(?![^]*\n *(?:[2-9]|\d\d)\.\d +[\d.]+ +app )[^]*Clinic Flame says: / },
    wrong('1 1'),
    right('2 3')
  ],
  12: [
    {
      types: 'npx hot-path gate --baseline=my-work/fix/index.js --candidate=steps/01-slow/index.js --path=/seed/v1 --budget=30s',
      promised: /^Gate: fails/m
    },
    wrong('the profile'),
    right('the linter')
  ],
  13: [
    { types: 'npm run -s waits connection-pool -- --duration=3 --no-open', promised: /pool\.take\(\)/ },
    wrong('1'),
    right('19')
  ],
  14: [
    { types: 'npm run -s heap sessions -- --duration=3 --no-open', promised: /sessions \(a Map\) keeps/ },
    wrong('cookies'),
    right('sessions')
  ],
  15: [
    { types: 'npm run -s checkup passwords -- --no-open', promised: /^The check-up says: event-loop/m },
    { types: 'npm run -s checkup passwords-in-pool -- --duration=5 --no-open', promised: /^The check-up says: thread-pool/m },
    wrong('event-loop'),
    right('thread-pool')
  ]
}

const fixed = (/** @type {string} */ source) =>
  source
    .replace("require('events').defaultMaxListeners = Infinity\n\n", '')
    .replace('if (attachAfterEvent', 'if (afterEventAttached')

/** @param {(source: string) => string} edit of a fresh copy */
function repair (edit) {
  const source = fs.readFileSync(path.join(ROOT, 'steps/01-slow/util.js'), 'utf8')
  fs.writeFileSync(path.join(WORK, 'fix/util.js'), edit(source))
}

/** @param {number} times in all */
async function main (times) {
  /** @type {{ version: 1, machine: unknown, passes: Pass[] }} */
  const study = fs.existsSync(FILE)
    ? JSON.parse(fs.readFileSync(FILE, 'utf8'))
    : { version: 1, machine: machine(), passes: [] }
  while (study.passes.length < times) {
    study.passes.push(await follow(study.passes.length % 2 ? 'a busy core' : 'nothing'))
    save(FILE, study, 'passes')
  }
  while (study.passes.filter(({ beside }) => beside !== 'nothing').length < times) {
    study.passes.push(await follow('a busy core', SHAKEN))
    save(FILE, study, 'passes')
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
    for (const [chapter, lines] of Object.entries(chapters)) {
      if (only && !only.includes(Number(chapter))) continue
      await type(learn(`goto ${chapter}`))
      await type(learn('bet 4000 requests a second'))
      for (const line of lines) {
        const one = await look(Number(chapter), line)
        console.log(`${beside}, chapter ${chapter}: ${one.isAsPromised ? 'as promised' : 'NOT as promised'}${one.saysDisturbed ? ', says who was busy' : ''}, ${one.seconds} s: ${one.typed}`)
        seen.push(one)
      }
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
  const begun = Date.now()
  const { status, output } = await type(types)
  const isAsPromised = promised.test(output) && (!isWrong || status !== 0)
  return {
    chapter,
    typed: types,
    isAsPromised,
    saysDisturbed: DISTURBED.test(output),
    seconds: Math.round((Date.now() - begun) / 1000),
    ...(isAsPromised && !KEPT.test(types) ? {} : { output })
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

main(Number(process.argv[2] ?? 10)).catch(function (err) {
  console.error(err instanceof OperationalError ? err.message : err)
  process.exitCode = 1
})
