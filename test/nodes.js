'use strict'

// On every Node that we support: the fast tests, the places in the source, each instrument once under real load, and a
// profile of its own (--cpu-prof), which the Node that runs this reads; and on one that is too old, that we say so.
// npm run test:nodes
//   [majors...]   only these, such as 22 24
//   --others      all but the one that runs this, which npm test is for

const { execFileSync, spawnSync } = require('child_process')
const fs = require('fs')
const os = require('os')
const path = require('path')

const ROOT = path.resolve(__dirname, '..')
const MAJORS = ['20', '22', '24', '26']
const TOO_OLD = '18'
const TAP = path.join(ROOT, 'node_modules/.bin/tap')
const MOST_MS = 300_000
// What reads texts and source alone is the same on each, and so is what computes and looks into no process.
const SAME_ON_EACH = [
  'bursts',
  'checkup',
  'findings',
  'gate-text',
  'judge',
  'many-rounds',
  'places',
  'properties',
  'readers',
  'statistics',
  'verdict',
  'warm-up'
].map((name) => `${name}.test.js`)
const OF_THE_TOOL = path.join(ROOT, 'packages/hot-path/test')
const OF_EACH_NODE = [
  ...fs
    .readdirSync(OF_THE_TOOL)
    .filter((name) => name.endsWith('.test.js') && !SAME_ON_EACH.includes(name))
    .map((name) => path.join(OF_THE_TOOL, name)),
  ...['lesson', 'experiments', 'yes'].map((name) => path.join(ROOT, `test/fast/${name}.test.js`))
]
// Servers under load, so that nothing may run beside it.
const PLACES = path.join(ROOT, 'test/machine/places.test.js')
const SHORT = ['1', '--duration=3', '--json']

const HOT_PATH = path.join(ROOT, 'packages/hot-path/bin/hot-path.js')
const WORK = `function total (most) {
  let sum = 0
  for (let i = 0; i < most; i++) sum += Math.sqrt(i)
  return sum
}
for (let i = 0; i < 300; i++) total(1e6)
`

// Doctor says `unknown` or `data` of a load that is much shorter (docs/doctor.md).
const OF_DOCTOR = ['1', '--duration=10', '--json']

/** What each instrument has to find in step 1, whatever the version. */
const findings = {
  doctor: ({ issue, issues }) => issues.eventLoopDelay === 'performance' && issue,
  flame: hottestOfOurs,
  '0x': hottestOfOurs,
  'cpu-profile': hottestOfOurs,
  checkup: ({ findings }) =>
    findings.some(({ name }) => name === 'accumulation') && findings.map(({ name }) => name).join(', ')
}

function hottestOfOurs ({ hottest }) {
  const app = hottest.find(({ kind }) => kind === 'app')
  return app?.file === 'steps/01-slow/util.js' && `${app.name} ${app.file}:${app.line}`
}

/** @returns {string} path of a node of that major version; npm keeps what it downloads */
function nodeOf (major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath
  return execFileSync('npx', ['--yes', `node@${major}`, '--print', 'process.execPath'], {
    encoding: 'utf8',
    cwd: __dirname
  }).trim()
}

// Doctor is misled by one bad moment of the machine, so it is asked three times at most, as in
// test/live/1-doctor.test.js.
const TRIES = { doctor: 3 }

/** @returns {string} what was found; throws when it is not as it should be */
function look (node, instrument, tries = TRIES[instrument] ?? 1) {
  const { status, stdout, stderr } = spawnSync(
    node,
    [HOT_PATH, instrument, ...(instrument === 'doctor' ? OF_DOCTOR : SHORT)],
    { cwd: ROOT, encoding: 'utf8', timeout: MOST_MS }
  )
  const found = status === 0 && findings[instrument](JSON.parse(stdout))
  if (!found && tries > 1) return look(node, instrument, tries - 1)
  if (!found) throw new Error(`status ${status}\n${stdout}\n${stderr}`)
  return found
}

/**
 * @param {string} node
 * @param {string[]} files
 * @param {{ jobs: number }} options how many files at the same time
 * @returns {string} how many tests passed
 */
function tests (node, files, { jobs }) {
  const { status, stdout, stderr } = spawnSync(node, [TAP, `--jobs=${jobs}`, '--reporter=tap', ...files], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: MOST_MS
  })
  const broken = stdout.split('\n').filter((line) => /^ *not ok/.test(line))
  if (status !== 0) throw new Error([...broken, stderr].join('\n'))
  return `${stdout.match(/^ +ok /gm).length} passed`
}

/** @param {string[]} args */
function chosen ([first, ...more]) {
  if (first === '--others') {
    return [...MAJORS.filter((major) => !process.versions.node.startsWith(`${major}.`)), TOO_OLD]
  }
  return first ? [first, ...more] : [...MAJORS, TOO_OLD]
}

/** @returns {string} the sentence that a Node gets which is too old */
function refusal (node) {
  const { status, stderr } = spawnSync(node, [HOT_PATH, 'doctor', '1'], { encoding: 'utf8' })
  if (status !== 2 || !/^hot-path: Node 18\S* is too old\. Install Node \S+ or newer\.\n$/.test(stderr)) {
    throw new Error(`status ${status}\n${stderr}`)
  }
  return stderr.trim()
}

/** @returns {string} the hottest function of a profile that this Node has made, read by the Node that runs this */
function readProfile (node) {
  const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-'))
  try {
    fs.writeFileSync(path.join(cwd, 'work.js'), WORK)
    execFileSync(node, ['--cpu-prof', '--cpu-prof-name=work.cpuprofile', 'work.js'], { cwd })
    const args = [HOT_PATH, 'cpu-profile', '--from=work.cpuprofile', '--json']
    const { hottest: [{ name, file, line }] } = JSON.parse(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' }))
    if (`${name} ${file}:${line}` !== 'total work.js:1') throw new Error(`It names ${name} ${file}:${line}.`)
    return `${name} ${file}:${line}`
  } finally {
    fs.rmSync(cwd, { recursive: true })
  }
}

/** @returns {Record<string, () => string>} what is tried, by name */
function triedOn (major, node) {
  if (major === TOO_OLD) return { refused: () => refusal(node) }
  const instruments = Object.keys(findings).map((name) => [name, () => look(node, name)])
  return {
    'fast tests': () => tests(node, OF_EACH_NODE, { jobs: 2 }),
    places: () => tests(node, [PLACES], { jobs: 1 }),
    '--cpu-prof': () => readProfile(node),
    ...Object.fromEntries(instruments)
  }
}

let isBroken = false

/** Tries one thing, and says what became of it. */
function report (version, name, run) {
  const head = `${version.padEnd(10)}  ${name.padEnd(11)}`
  try {
    console.log(`${head}  ${run()}`)
  } catch (err) {
    isBroken = true
    console.log(`${head}  BROKEN: ${err.message}`)
  }
}

for (const major of chosen(process.argv.slice(2))) {
  let node
  report(major, 'found', () => {
    node = nodeOf(major)
    return node
  })
  if (!node) continue
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  for (const [name, run] of Object.entries(triedOn(major, node))) report(version, name, run)
}
process.exitCode = isBroken ? 1 : 0
