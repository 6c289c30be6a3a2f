'use strict'

// On every Node that we support: the fast tests, and each instrument once under real load. npm run test:nodes
//   [majors...]   only these, such as 22 24
//   --others      all but the one that runs this, which npm test is for

const { execFileSync, spawnSync } = require('child_process')
const path = require('path')

const ROOT = path.resolve(__dirname, '../..')
const MAJORS = ['20', '22', '24', '26']
const TAP = path.join(ROOT, 'node_modules/.bin/tap')
const SHORT = ['1', '--duration=3', '--json']

/** What each instrument has to find in step 1, whatever the version. */
const findings = {
  doctor: ({ issue, issues }) => issues.eventLoopDelay === 'performance' && issue,
  flame: hottestOfOurs,
  '0x': hottestOfOurs,
  'cpu-profile': hottestOfOurs,
  checkup: ({ findings }) => findings.map(({ name }) => name).join(', ')
}

function hottestOfOurs ({ hottest }) {
  const app = hottest.find(({ kind }) => kind === 'app')
  return app?.file === 'steps/01-slow/util.js' && `${app.name} ${app.file}:${app.line}`
}

/** @returns {string} path of a node of that major version; npm keeps what it downloads */
function nodeOf (major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath
  return execFileSync('npx', ['--yes', `node@${major}`, '--print', 'process.execPath'], { encoding: 'utf8', cwd: __dirname }).trim()
}

/** @returns {string} what was found; throws when it is not as it should be */
function look (node, instrument) {
  const { status, stdout, stderr } = spawnSync(node, [path.join(ROOT, 'scripts/hot-path.js'), instrument, ...SHORT], { cwd: ROOT, encoding: 'utf8' })
  const found = status === 0 && findings[instrument](JSON.parse(stdout))
  if (!found) throw new Error(`status ${status}\n${stdout}\n${stderr}`)
  return found
}

/** @returns {string} how many tests passed */
function fastTests (node) {
  const { status, stdout, stderr } = spawnSync(node, [TAP, '--jobs=2', '--reporter=tap', 'test/fast'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28 })
  const broken = stdout.split('\n').filter((line) => /^ *not ok/.test(line))
  if (status !== 0) throw new Error([...broken, stderr].join('\n'))
  return `${stdout.match(/^ +ok /gm).length} passed`
}

/** @param {string[]} args */
function chosen ([first, ...more]) {
  if (first === '--others') return MAJORS.filter((major) => !process.versions.node.startsWith(`${major}.`))
  return first ? [first, ...more] : MAJORS
}

let isBroken = false
for (const major of chosen(process.argv.slice(2))) {
  const node = nodeOf(major)
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  const parts = { 'fast tests': () => fastTests(node), ...Object.fromEntries(Object.keys(findings).map((name) => [name, () => look(node, name)])) }
  for (const [name, run] of Object.entries(parts)) {
    try {
      console.log(`${version.padEnd(10)}  ${name.padEnd(11)}  ${run()}`)
    } catch (err) {
      isBroken = true
      console.log(`${version.padEnd(10)}  ${name.padEnd(11)}  BROKEN: ${err.message}`)
    }
  }
}
process.exitCode = isBroken ? 1 : 0
