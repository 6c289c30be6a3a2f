'use strict'

// What blocks an event loop: causes and lines, from synthetic observations.

const t = require('tap')
const { blockedBy, blockedText } = require('../../../src/source/blocked')

const frame = (file, line, name = 'f') => ({ file, line, column: 1, function: name })
const OWN = frame('/app/server.js', 6, 'handle')
const READ = frame('node:fs', 400, 'readFileSync')
const PARSE = frame('/app/node_modules/yaml/index.js', 9, 'parse')
const SOURCE = [
  "const { execSync } = require('child_process')",
  "const convert = () => execSync('convert photo.png')",
  "const list = () => execSync('ls')",
  'const read = (text) => JSON.parse(text)',
  'for (const name of names) fs.copyFileSync(name, target)',
  'for (const name of names) total += name.length'
].join('\n')

const observed = (fields) => ({
  seconds: 3,
  stacks: [],
  delays: [],
  profile: null,
  cpuShare: 1,
  waitedShare: 0,
  freedBytes: 0,
  commands: [],
  ...fields
})
const options = { files: ['/app/server.js'], readSource: () => SOURCE }
const causeOf = (fields) => blockedBy(observed(fields), options).cause

t.test('the cause of a blocked event loop', async function (t) {
  const many = (stack) => new Array(60).fill(stack)
  t.equal(causeOf({ stacks: many([OWN]) }), 'computation')
  t.equal(causeOf({ stacks: many([PARSE, OWN]) }), 'computation')
  t.equal(causeOf({ stacks: many([READ, OWN]) }), 'synchronous call')
  t.equal(causeOf({ stacks: many([frame('/app/server.js', 5)]) }), 'synchronous call', 'between two calls')
  t.equal(causeOf({ stacks: many([frame('', 0, 'wait'), OWN]), cpuShare: 0 }), 'synchronous wait')
  t.equal(causeOf({ stacks: many([OWN]), waitedShare: 0.8, cpuShare: 0.2 }), 'no core')
  t.equal(causeOf({ stacks: [[OWN]], freedBytes: 5e6 }), 'garbage collection', 'it could not be interrupted')
  t.equal(causeOf({ stacks: many([OWN]), freedBytes: 5e6 }), 'computation', 'a collection during a computation')
  t.equal(causeOf({}), 'native code')
  t.equal(causeOf({ cpuShare: 0, commands: ['ls'] }), 'synchronous call')
  t.equal(causeOf({ cpuShare: 0 }), 'synchronous wait')
  t.equal(causeOf({ cpuShare: null }), 'unknown')
})

t.test('the most frequent line of the application comes first, with its stack', async function (t) {
  const other = frame('/app/other.js', 7)
  const { places, stack } = blockedBy(observed({ stacks: [[other], [PARSE, OWN], [PARSE, OWN], [PARSE]] }), options)
  t.match(places, [
    { file: '/app/server.js', line: 6, share: 0.5, why: 'calls parse of yaml' },
    { file: '/app/other.js', line: 7, share: 0.25, why: '' }
  ])
  t.same(stack, [PARSE, OWN])
})

t.test('without a stack, lines that may have made the call are named, if they are few', async function (t) {
  const linesFor = (fields, source = SOURCE) =>
    blockedBy(observed(fields), { ...options, readSource: () => source }).places.map(({ line }) => line)
  t.same(linesFor({ cpuShare: 0, commands: ['sh -c convert photo.png'] }), [2])
  t.same(linesFor({ cpuShare: 0, commands: ['convert photo.png'] }), [2])
  t.same(linesFor({}), [4])
  t.same(linesFor({}, `${SOURCE}\n`.repeat(4)), [], 'too many')
  t.match(blockedText({ pid: 7, file: 'server.js', blocked: { cause: 'native code', seconds: 1 } }), /^server\.js \(process 7\) does not respond: .*1\.0 s or longer\. It runs native code/)
})

t.test('native code that cannot be interrupted: its call comes before the stack that follows', async function (t) {
  const source = [
    'function load () {', //
    '  const text = read()',
    '  const list = JSON.parse(text)',
    '  const named = list.filter((one) => one.name)',
    '  return JSON.parse(other)',
    '}'
  ].join('\n')
  const callback = { ...frame('/app/server.js', 4, ''), functionLine: 4 }
  const load = { ...frame('/app/server.js', 4, 'load'), functionLine: 1 }
  const blocked = (fields, text = source) => blockedBy(observed(fields), { files: [], readSource: () => text })
  const late = { seconds: 0.3, stacks: [[callback, load]], delays: [0.9] }
  t.match(blocked(late), { cause: 'native code', places: [{ line: 3, why: 'calls JSON.parse, which cannot be interrupted' }] })
  t.match(blocked({ ...late, delays: [0.01] }), { cause: 'computation', places: [{ line: 4 }] }, 'it was answered at once')
  t.same(blocked(late, source.replaceAll('JSON.parse', 'addon.parse')).places, [], 'no such call: no line')
  t.equal(blocked({ ...late, freedBytes: 5e6 }).cause, 'native code', 'what it allocates is collected meanwhile')
  t.equal(blocked({ ...late, freedBytes: 5e6 }, '').cause, 'garbage collection')
  t.equal(blocked({ ...late, waitedShare: 0.9, cpuShare: 0.1 }).cause, 'no core')
})
