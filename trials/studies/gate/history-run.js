'use strict'

// Five commits of 2 % each, with `gate --history` after each, in a repository of a real server. Saves every entry of
// the history in results/history-run-study.json:
//   node trials/studies/gate/history-run.js         about eight minutes; nothing else may run meanwhile

const { execFileSync, spawnSync } = require('child_process')
const fs = require('fs')
const os = require('os')
const path = require('path')
const { machine, writeJson } = require('hot-path/testing')
const { HOT_PATH } = require('../hot-path-on')

const FILE = path.resolve(__dirname, '../../../results/history-run-study.json')
const COMMITS = 5
const EACH = 1.02
const WORK = 200_000

/** @param {number} work rounds of the loop per request: most of its CPU time */
function server (work) {
  return `'use strict'

const http = require('http')

const WORK = ${Math.round(work)}

function sum () {
  let total = 0
  for (let i = 0; i < WORK; i++) total = (total * 31 + i) % 1_000_003
  return total
}

http.createServer((req, res) => res.end(String(sum()))).listen(process.env.PORT, '127.0.0.1')
`
}

function main () {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-history-'))
  try {
    writeJson(FILE, { version: 1, machine: machine(), date: new Date().toISOString(), each: EACH, gates: run(folder) })
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

/**
 * @param {string} folder
 * @returns {{ commit: number, status: number | null, entries: any[] }[]} `entries`: what each gate added to the
 *   history. A second one is the comparison with an older commit, after a suspicion
 */
function run (folder) {
  const git = function (/** @type {string[]} */ ...args) {
    return execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  }
  const commit = function (/** @type {number} */ number) {
    fs.writeFileSync(path.join(folder, 'server.js'), server(WORK * EACH ** number))
    git('add', '.')
    git('-c', 'user.name=hot-path', '-c', 'user.email=hot-path@example.com', 'commit', '--quiet', '-m', `Commit ${number}`)
  }
  const history = path.join(folder, 'gates.jsonl')
  const entries = () =>
    fs.existsSync(history) ? fs.readFileSync(history, 'utf8').trim().split('\n').map((line) => JSON.parse(line)) : []
  git('init', '--quiet')
  fs.writeFileSync(path.join(folder, '.gitignore'), 'reports/\ngates.jsonl\n')
  commit(0)
  return Array.from({ length: COMMITS }, function (_, i) {
    commit(i + 1)
    const before = entries().length
    const args = ['gate', '--baseline=git:HEAD~1', '--candidate=server.js', '--history=gates.jsonl', '--budget=60s']
    const { status, stdout, stderr } = spawnSync(process.execPath, [HOT_PATH, ...args], { cwd: folder, encoding: 'utf8' })
    const added = entries().slice(before)
    console.error(`commit ${i + 1}: status ${status}, ${added.map(({ verdict, ratio }) => `${verdict} ${ratio}`).join(', ')}`)
    if (added.length === 0) throw new Error(`${stdout}${stderr}`)
    return { commit: i + 1, status, entries: added }
  })
}

if (require.main === module) main()
