'use strict'

// Sums up the tap results of all test files. Prints the slowest files, the skipped checks with reasons, the failed
// checks with tap's diagnosis, and the counts in the last line. Exits with 1 if a check failed, or if more than 1 %
// were skipped.

const fs = require('fs')
const path = require('path')
const { Parser } = require('tap-parser')

const RESULTS = path.resolve(__dirname, '../.tap/results') // copied by .ci/run
const MOST_SKIPPED = 0.01
const SLOWEST = 20
// The report of CI shows the end of the output only.
const LONGEST_NAME = 400 // characters
const LONGEST_DIFF = 400

const files = fs
  .readdirSync(RESULTS, { recursive: true })
  .filter((name) => name.endsWith('.tap'))
  .map((name) => ({ name: name.slice(0, -'.tap'.length), ...read(fs.readFileSync(path.join(RESULTS, name), 'utf8')) }))
const checks = files.flatMap(({ name, checks }) => checks.map((check) => ({ ...check, file: name })))
const count = (kind) => checks.filter((check) => check.kind === kind).length
const skipped = checks.filter(({ kind }) => kind === 'skipped')

for (const { name, ms } of files.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)) {
  console.log(`# ${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`)
}
for (const { file, name, why } of skipped) console.log(`# skipped: ${file}: ${name}: ${why}`)
for (const { file, fullname, diag } of checks.filter(({ kind }) => kind === 'failed')) {
  console.log(`# failed: ${file}:${diag.at?.lineNumber ?? ''}: ${fullname.slice(0, LONGEST_NAME)}`)
  if (diag.diff) console.log(diag.diff.slice(0, LONGEST_DIFF))
}
const isTooMany = skipped.length > MOST_SKIPPED * checks.length
if (isTooMany) console.log(`# More than ${100 * MOST_SKIPPED} % of the checks were skipped. See the reasons above.`)
console.log(`${count('passed')} passed, ${count('failed')} failed, ${skipped.length} skipped`)
process.exitCode = isTooMany || count('failed') > 0 || checks.length === 0 ? 1 : 0

/**
 * @typedef {{ kind: 'passed' | 'failed' | 'skipped', name: string, fullname: string, why: string, diag: object }} Check
 *   `why`: why it was skipped; `diag`: what tap says about a check that failed
 *
 * @param {string} tap output of a test file
 * @returns {{ ms: number, checks: Check[] }}
 */
function read (tap) {
  const checks = []
  let ms = 0
  const collect = function (parser) {
    let child = null
    parser.on('child', function (subtest) {
      child = subtest
      collect(subtest)
    })
    parser.on('assert', function ({ ok, name, fullname, skip, todo, diag }) {
      // The summary line of a subtest is not counted, unless the subtest was skipped.
      if (!child || skip) {
        const kind = skip || todo ? 'skipped' : ok ? 'passed' : 'failed'
        checks.push({ kind, name, fullname, why: String(skip || todo || ''), diag: diag ?? {} })
      }
      child = null
    })
  }
  const parser = new Parser()
  collect(parser)
  parser.on('comment', function (text) {
    const [, time] = /^# time=([\d.]+)ms/.exec(text) ?? []
    if (time) ms = Number(time)
  })
  parser.end(tap)
  return { ms, checks }
}
