'use strict'

// Adds up what tap left of every test file, and prints it in one line.

const fs = require('fs')
const path = require('path')
const { Parser } = require('tap-parser')

const RESULTS = path.resolve(__dirname, '../.tap/test-results')

const sum = { pass: 0, fail: 0, skip: 0, todo: 0 }
for (const name of fs.readdirSync(RESULTS, { recursive: true }).filter((name) => name.endsWith('.tap'))) {
  for (const { assertion } of assertionsIn(fs.readFileSync(path.join(RESULTS, name), 'utf8'))) sum[assertion]++
}
console.log(`${sum.pass} passed, ${sum.fail} failed, ${sum.skip + sum.todo} skipped`)

function assertionsIn (tap) {
  const found = []
  const collect = (parser) => {
    let child = null
    parser.on('child', (subtest) => { child = subtest; collect(subtest) })
    parser.on('assert', (result) => {
      // The line that sums up a subtest is no assertion of its own.
      if (!child) found.push({ assertion: result.skip ? 'skip' : result.todo ? 'todo' : result.ok ? 'pass' : 'fail' })
      child = null
    })
  }
  const parser = new Parser()
  collect(parser)
  parser.end(tap)
  return found
}
