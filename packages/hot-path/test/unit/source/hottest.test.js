'use strict'

const path = require('path')
const { pathToFileURL } = require('url')
const t = require('tap')
const { hottest } = require('../../../src/source/hottest')
const { fromTicks, fromCpuProfile } = require('../../../src/source/stacks')

const js = (name, kind = 'Opt') => ({ name, type: 'JS', kind })
const cpp = (name) => ({ name, type: 'CPP' })

t.test('optimised and unoptimised frames of one function are one function', async function (t) {
  const {
    hottest: [only, ...rest]
  } = hottest(fromTicks([[js('f /a.js:1:1', 'Opt')], [js('f /a.js:1:1', 'Unopt')]]))
  t.match(only, { name: 'f', file: '/a.js', line: 1, kind: 'app', self: 100, total: 100 })
  t.same(rest, [])
})

t.test('native time is attributed to the calling function', async function (t) {
  const {
    hottest: [f, g]
  } = hottest(
    fromTicks([
      [js('g /a.js:9:1'), js('f /a.js:1:1'), cpp('writev')],
      [js('g /a.js:9:1'), js('f /a.js:1:1')]
    ])
  )
  t.match(f, { name: 'f', self: 100, native: 50 })
  t.match(g, { name: 'g', self: 0, total: 100 })
})

t.test('a recursive function is counted once per stack', async function (t) {
  const {
    hottest: [f]
  } = hottest(fromTicks([[js('f /a.js:1:1'), js('f /a.js:1:1'), js('f /a.js:1:1')]]))
  t.equal(f.total, 100)
})

t.test('time outside functions is reported separately', async function (t) {
  const profile = hottest(
    fromTicks([[cpp('read')], [], [js('f /a.js:1:1')], [{ name: '(garbage collector)', type: 'CODE' }]])
  )
  t.same(profile.other, { program: 50, garbageCollector: 25 })
  t.equal(profile.hottest.length, 1)
})

t.test('kinds, files and lines are parsed from frame names', async function (t) {
  const names = [
    ['f node:internal/x:2:3', { name: 'f', file: 'node:internal/x', line: 2, kind: 'node' }],
    [' /app/util.js:29:35', { name: '(anonymous)', file: '/app/util.js', line: 29, kind: 'app' }],
    ['send /app/node_modules/restify/lib/response.js:3:4', { name: 'send', kind: 'dependency' }],
    ['f file:///app/my%20dir/a.mjs:7:1', { name: 'f', file: '/app/my dir/a.mjs', line: 7, kind: 'app' }],
    ['get size /app/a.js:7:1', { name: 'get size', file: '/app/a.js' }]
  ]
  for (const [name, expected] of names) t.match(hottest(fromTicks([[js(name)]])).hottest[0], expected, name)
})

t.test('a CPU profile excludes idle time, counts lines from 1, adds time to the previous sample', async function (t) {
  const frame = (functionName, url = '', lineNumber = -1) => ({ functionName, url, lineNumber })
  const stacks = fromCpuProfile({
    nodes: [
      { id: 1, callFrame: frame('(root)'), children: [2, 3, 4] },
      { id: 2, callFrame: frame('(idle)') },
      { id: 3, callFrame: frame('f', 'file:///a.js', 4), children: [5] },
      { id: 4, callFrame: frame('(garbage collector)') },
      { id: 5, callFrame: frame('stringify') }
    ],
    samples: [2, 3, 5, 4, 4],
    timeDeltas: [0, 1000, 10, 70, 20]
  })
  const {
    hottest: [f],
    other,
    weight
  } = hottest(stacks)
  t.equal(weight, 100)
  t.match(f, { name: 'f', file: '/a.js', line: 5, self: 80, native: 70 })
  t.equal(other.garbageCollector, 20)
})

t.test('time that hot-path spends in a server is not attributed to the server', async function (t) {
  const frame = (functionName, url = '', lineNumber = -1) => ({ functionName, url, lineNumber })
  const probe = pathToFileURL(path.resolve(__dirname, '../../../src/agent/probes/cpu.js')).href
  const stacks = fromCpuProfile({
    nodes: [
      { id: 1, callFrame: frame('(root)'), children: [2, 4] },
      { id: 2, callFrame: frame('begin', probe, 20), children: [3] },
      { id: 3, callFrame: frame('post', 'node:inspector', 111) },
      { id: 4, callFrame: frame('listen', probe, 30), children: [5] },
      { id: 5, callFrame: frame('answer', 'file:///a.js', 4) }
    ],
    samples: [3, 2, 5, 5],
    timeDeltas: [0, 900, 10, 70]
  })
  const found = hottest(stacks)
  t.equal(found.weight, 70)
  t.same(found.hottest.filter(({ self }) => self > 0).map(({ name }) => name), ['answer'], 'not what it calls of the server')
})

t.test('an empty profile has no functions, and no NaN', async function (t) {
  t.same(hottest([]), { hottest: [], other: { garbageCollector: 0, program: 0 }, weight: 0 })
})

t.test('a function outside the application is shown with the application function that calls it most', async function (t) {
  const { hottest: functions } = hottest(
    fromTicks([
      [js('check /a.js:5:1'), js('pbkdf2Sync node:internal/crypto/pbkdf2:60:1')],
      [js('check /a.js:5:1'), js('pbkdf2Sync node:internal/crypto/pbkdf2:60:1')],
      [js('sign /a.js:9:1'), js('pbkdf2Sync node:internal/crypto/pbkdf2:60:1')]
    ])
  )
  t.match(functions[0], { name: 'pbkdf2Sync', calledFrom: { name: 'check', file: '/a.js', line: 5 } })
  t.equal(functions.find(({ name }) => name === 'check').calledFrom, null)
})
