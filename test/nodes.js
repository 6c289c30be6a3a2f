'use strict'

// Runs tests and instruments on Node 20, 22, 24 and 26: the tests of the code that runs inside a server, instruments
// under real load, and --cpu-prof, whose profile this process's Node reads. A Node that is too old must be rejected.
// npm run test:nodes
//   [majors...]   only these, such as 22 24; default: all except the running one, which npm run test:all covers
//   --tools       also Clinic Doctor, Flame and 0x, which take most of the time: weekly (labs.yml)

const { execFileSync, spawn } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const os = require('os')
const path = require('path')
const { text } = require('stream/consumers')

const ROOT = path.resolve(__dirname, '..')
const MAJORS = ['20', '22', '24', '26']
const TOO_OLD = '18'
const TAP = path.join(ROOT, 'node_modules/.bin/tap')
const HOT_PATH = path.join(ROOT, 'packages/hot-path/bin/hot-path.js')
const MOST_MS = 300_000
// No timing is measured, so two Nodes can run at a time.
const AT_A_TIME = 2
// Tests of the code that runs inside a server's process, and of what is read from it.
const TESTS = [
  ...['line', 'seen-from-inside', 'start/ports', 'start/subject'].map((name) => `packages/hot-path/test/integration/${name}.test.js`),
  'packages/hot-path/test/unit/agent/listeners.test.js',
  'test/integration/lesson/steps.test.js',
  'packages/hot-path/test/integration/instruments/places.test.js'
]
// A blocked process needs a core, so nothing may run beside it.
const TESTS_ALONE = ['packages/hot-path/test/performance/blocked.test.js']
const WORK = `function total (most) {
  let sum = 0
  for (let i = 0; i < most; i++) sum += Math.sqrt(i)
  return sum
}
for (let i = 0; i < 300; i++) total(1e6)
`
const SHORT = ['1', '--duration=3', '--json']
// Doctor reports `unknown` or `data` for much shorter loads (docs/profiling.md).
const OF_DOCTOR = ['1', '--duration=10', '--json']

const WITH_TOOLS = '--tools'
const TOOLS = ['doctor', 'flame', '0x']

/** What each instrument must find in step 1 on every version. */
const findings = {
  doctor: ({ issue, issues }) => issues.eventLoopDelay === 'performance' && issue,
  flame: hottestOfOurs,
  '0x': hottestOfOurs,
  'cpu-profile': hottestOfOurs,
  checkup: ({ findings }) =>
    findings.some(({ name }) => name === 'accumulation') && findings.map(({ name }) => name).join(', ')
}
// A brief interference can mislead Doctor, so it gets up to three attempts.
const TRIES = { doctor: 3 }

const instruments = Object.keys(findings).filter((name) => !TOOLS.includes(name) || process.argv.includes(WITH_TOOLS))

function hottestOfOurs ({ hottest }) {
  const app = hottest.find(({ kind }) => kind === 'app')
  return app?.file === 'steps/01-slow/util.js' && `${app.name} ${app.file}:${app.line}`
}

/** @returns {Promise<{ status: number, stdout: string, stderr: string }>} */
async function run (program, args, cwd = ROOT) {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: MOST_MS })
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { status, stdout, stderr }
}

/** @returns {string} the path of a Node of that major version, downloaded and cached by npx if necessary */
function nodeOf (major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath
  return execFileSync('npx', ['--yes', `node@${major}`, '--print', 'process.execPath'], {
    encoding: 'utf8',
    cwd: __dirname
  }).trim()
}

/** @returns {Promise<string>} the instrument's finding; throws if it is not the expected one */
async function look (node, instrument, tries = TRIES[instrument] ?? 1) {
  const { status, stdout, stderr } = await run(node, [HOT_PATH, instrument, ...(instrument === 'doctor' ? OF_DOCTOR : SHORT)])
  const found = status === 0 && findings[instrument](JSON.parse(stdout))
  if (!found && tries > 1) return look(node, instrument, tries - 1)
  if (!found) throw new Error(`status ${status}\n${stdout}\n${stderr}`)
  return found
}

let testing = Promise.resolve()

/** @returns {Promise<string>} the number of passed checks; runs are sequential: all Nodes share a fixture folder */
async function tests (node) {
  const before = testing
  let finish = () => {}
  testing = new Promise((resolve) => { finish = resolve })
  await before
  return runTests(node, TESTS).finally(finish)
}

/**
 * @param {string} node
 * @param {string[]} files
 */
async function runTests (node, files) {
  for (const file of files) fs.accessSync(path.join(ROOT, file)) // tap ignores a file that does not exist
  const { status, stdout, stderr } = await run(node, [TAP, `--jobs=${Math.min(2, files.length)}`, '--reporter=tap', ...files])
  const broken = stdout.split('\n').filter((line) => /^ *not ok/.test(line))
  if (status !== 0) throw new Error([...broken, stderr].join('\n'))
  return `${stdout.match(/^ +ok /gm).length} passed`
}

/** @returns {Promise<string>} the error message that a too old Node prints */
async function refusal (node) {
  const { status, stderr } = await run(node, [HOT_PATH, 'doctor', '1'])
  if (status !== 2 || !/^hot-path: Node 18\S* is too old\. Install Node \S+ or newer\.\n$/.test(stderr)) {
    throw new Error(`status ${status}\n${stderr}`)
  }
  return stderr.trim()
}

/** @returns {Promise<string>} the hottest function of a profile recorded by `node` and read by this process's Node */
async function readProfile (node) {
  const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-'))
  try {
    fs.writeFileSync(path.join(cwd, 'work.js'), WORK)
    await run(node, ['--cpu-prof', '--cpu-prof-name=work.cpuprofile', 'work.js'], cwd)
    const { stdout } = await run(process.execPath, [HOT_PATH, 'cpu-profile', '--from=work.cpuprofile', '--json'], cwd)
    const { hottest: [{ name, file, line }] } = JSON.parse(stdout)
    if (name !== 'total' || file !== 'work.js') throw new Error(stdout)
    return `${name} ${file}:${line}`
  } finally {
    fs.rmSync(cwd, { recursive: true })
  }
}

/** Returns the checks for one Node, by name. */
function triedOn (major, node) {
  if (major === TOO_OLD) return { refused: () => refusal(node) }
  return {
    tests: () => tests(node),
    '--cpu-prof': () => readProfile(node),
    ...Object.fromEntries(instruments.map((name) => [name, () => look(node, name)]))
  }
}

async function report (major, name, run) {
  const head = `${major}  ${name.padEnd(11)}`
  try {
    console.log(`${head}  ${await run()}`)
  } catch (err) {
    process.exitCode = 1
    console.log(`${head}  BROKEN: ${err.message}`)
  }
}

async function tryNode (major) {
  let node
  await report(major, 'found', () => { node = nodeOf(major); return node })
  if (!node) return
  for (const [name, run] of Object.entries(triedOn(major, node))) await report(major, name, run)
}

async function main (words) {
  const asked = words.filter((word) => word !== WITH_TOOLS)
  const others = MAJORS.filter((major) => !process.versions.node.startsWith(`${major}.`))
  const majors = asked.length ? asked : [...others, TOO_OLD]
  const waiting = [...majors]
  const next = async () => { while (waiting.length) await tryNode(waiting.shift()) }
  await Promise.all(Array.from({ length: AT_A_TIME }, next))
  for (const major of majors.filter((one) => one !== TOO_OLD)) {
    await report(major, 'tests alone', () => runTests(nodeOf(major), TESTS_ALONE))
  }
}

main(process.argv.slice(2))
