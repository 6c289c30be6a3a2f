'use strict'

// Tries the check-up on problems that people reported in public, and on the same servers with the problem fixed, and
// saves its answers in results/reported-study.json. Install the packages first:
//   for folder in trials/servers/reported/*/; do npm ci --ignore-scripts --prefix "$folder"; done
//   node trials/studies/reported.js             all that were not tried with the present code (an hour); a held-out one
//                                               is tried once, and not again after a change
//   node trials/studies/reported.js tuning      only those that were tuned on; `fourth`: the last held out
// It can be stopped at any time, and resumes where it stopped.

const fs = require('fs')
const path = require('path')
const { machine, writeJson } = require('hot-path/testing')
const { placesOf, rulesHash, undisturbed } = require('./undisturbed')
const { CONNECTIONS, FILE, FOLDER, WITHOUT_LOAD, isKind, isPlaced, problems } = require('./reported-trial')

const NODE = '20'

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

/** @typedef {import('./reported-trial').Problem} Problem */

/** @param {string} [set] */
async function main (set) {
  const study = fs.existsSync(FILE) ? JSON.parse(fs.readFileSync(FILE, 'utf8')) : { version: 1, trials: [] }
  study.machine = machine()
  const rules = rulesHash()
  const wanted = problems().filter((problem) => !set || problem.set === set)
  for (const problem of wanted) {
    for (const isFixed of problem.fixed ? [false, true] : [false]) {
      const { name } = problem
      const known = study.trials.find((/** @type {any} */ one) => one.name === name && one.isFixed === isFixed)
      if (known && (problem.set !== 'tuning' || known.rules === rules)) continue
      const answer = await tried(problem, isFixed)
      const others = study.trials.filter((/** @type {any} */ one) => one !== known)
      study.trials = [...others, { name, isFixed, rules, ...answer }]
      writeJson(FILE, study)
    }
  }
}

/**
 * @param {Problem} problem
 * @param {boolean} isFixed
 */
async function tried (problem, isFixed) {
  const file = path.join(FOLDER, problem.folder, String(isFixed ? problem.fixed : problem.file))
  const isServer = !problem.args.includes(WITHOUT_LOAD)
  const load = isServer ? [`--path=${problem.path}`, `--connections=${CONNECTIONS}`] : []
  const { findings, seconds } = await undisturbed(NODE, ['checkup', file, ...load, ...problem.args, '--json', '--no-open'])
  const found = findings.map((/** @type {any} */ { name }) => name)
  const answer = { found, places: placesOf(findings), seconds }
  const isRight = isFixed ? found[0] === 'healthy' : isPlaced(problem, answer)
  const near = isFixed || isRight || !isKind(problem, answer) ? '' : ' (finding right)'
  console.error(`${isRight ? '' : 'WRONG '}${path.basename(file)}: ${found.join(', ')} (${seconds} s)${near}`)
  return answer
}

main(process.argv[2])
