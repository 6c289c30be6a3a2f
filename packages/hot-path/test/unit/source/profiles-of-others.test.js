'use strict'

// Profiles of other tools: read correctly, or rejected quickly.

const fc = require('fast-check')
const t = require('tap')
const { assertCpuProfile, fromCpuProfile } = require('../../../src/source/stacks')
const { movedTo } = require('../../../src/source/moved')

const frame = (functionName, url = 'file:///srv/shop/server.js') => ({ functionName, scriptId: '1', url, lineNumber: 9, columnNumber: 2 })
const times = { startTime: 0, endTime: 3000, samples: [3, 3, 2, 3], timeDeltas: [0, 1000, 1000, 1000] }
const TREE = [
  { id: 1, callFrame: frame('(root)', ''), children: [2] },
  { id: 2, callFrame: frame('handle'), children: [3] },
  { id: 3, callFrame: frame('price') }
]

/** Returns the stacks of a profile as function names with their time in µs. */
function seen (profile) {
  assertCpuProfile(profile)
  return fromCpuProfile(profile).map(({ frames, weight }) => `${frames.map(({ name }) => name).join(' > ')} ${weight}`)
}

t.test('every form of the call tree is read', async function (t) {
  const right = ['handle > price 2000', 'handle 1000']
  t.same(seen({ nodes: TREE, ...times }), right, 'by children')
  const byParent = TREE.map(({ id, callFrame }) => ({ id, callFrame, ...(id > 1 && { parent: id - 1 }) }))
  t.same(seen({ nodes: byParent, ...times }), right, 'by parents, as in traces of Chrome')
  t.same(seen({ nodes: byParent.toReversed(), ...times }), right, 'in any order')
  t.same(seen({ nodes: byParent.map((node) => ({ parent: null, children: [], ...node })), ...times }), right, 'with both, where one is empty')
})

t.test('every form of a URL is read', async function (t) {
  const files = {
    'file:///srv/a%20b.js': '/srv/a b.js',
    'file://server/share/a.js': 'file://server/share/a.js',
    'https://shop.example/app.js?v=1': 'https://shop.example/app.js?v=1',
    'webpack-internal:///./src/app.ts': 'webpack-internal:///./src/app.ts',
    'chrome-extension://abc/a.js': 'chrome-extension://abc/a.js',
    'src/app.ts': 'src/app.ts',
    'C:\\shop\\app.js': 'C:\\shop\\app.js',
    'node:fs': 'node:fs',
    '': null,
    'wasm://wasm/0a1b': null,
    'evalmachine.<anonymous>': null,
    '[eval]-wrapper': null
  }
  for (const [url, file] of Object.entries(files)) {
    const nodes = [TREE[0], { ...TREE[1], callFrame: frame('handle', url), children: [] }]
    const [{ frames }] = fromCpuProfile({ nodes, ...times, samples: [2, 2] })
    t.equal(frames[0].file, file, url)
  }
})

t.test('nodes that form no tree are rejected', async function (t) {
  for (const [why, nodes] of Object.entries({
    'a function is its own caller': [{ ...TREE[0] }, { ...TREE[1], children: [3] }, { ...TREE[2], children: [2] }],
    'a node refers to a missing node': [TREE[0], { id: 2, callFrame: frame('x'), parent: 7 }],
    'a node has no function': [{ id: 1 }],
    'it has no nodes': []
  })) t.throws(() => seen({ nodes, ...times }), { message: why })
})

const legal = fc
  .record({
    parents: fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
    names: fc.array(fc.string(), { minLength: 14, maxLength: 14 }),
    byChildren: fc.boolean(),
    picks: fc.array(fc.nat(), { minLength: 1, maxLength: 20 }),
    deltas: fc.array(fc.nat(5000), { minLength: 20, maxLength: 20 })
  })
  .map(function ({ parents, names, byChildren, picks, deltas }) {
    const parentOf = [0, 0, ...parents.map((pick, i) => 1 + (pick % (i + 1)))] // by id, from 1
    const ids = parentOf.map((_, id) => id).slice(1)
    const nodes = ids.map((id) => ({
      id,
      callFrame: frame(names[id]),
      ...(byChildren ? { children: ids.filter((other) => parentOf[other] === id) } : id > 1 && { parent: parentOf[id] })
    }))
    const samples = picks.map((pick) => 1 + (pick % ids.length))
    return { nodes, samples, timeDeltas: deltas.slice(0, samples.length), startTime: 0, endTime: 0 }
  })

t.test('two hundred valid profiles keep their total time', async function (t) {
  fc.assert(fc.property(legal, function (profile) {
    assertCpuProfile(profile)
    const ofRoot = (i) => profile.samples[i - 1] === 1 // belongs to no function
    const expected = profile.timeDeltas.reduce((sum, us, i) => sum + (i === 0 || ofRoot(i) ? 0 : us), 0)
    const read = fromCpuProfile(profile).filter(({ frames }) => frames.length > 0)
    return read.reduce((sum, { weight }) => sum + weight, 0) === expected
  }), { numRuns: 200 })
})

t.test('two hundred broken profiles are read, or rejected with a message', async function (t) {
  const places = ['nodes', 'samples', 'timeDeltas', 'nodes.0', 'nodes.0.id', 'nodes.0.callFrame', 'nodes.0.callFrame.url', 'nodes.0.children', 'nodes.0.parent', 'samples.0', 'timeDeltas.0']
  const values = fc.oneof(fc.anything(), fc.integer({ min: -2, max: 14 }))
  const broken = fc.tuple(legal, fc.constantFrom(...places), values).map(function ([profile, place, value]) {
    const copy = structuredClone(profile)
    const keys = place.split('.')
    const last = keys.pop()
    keys.reduce((at, key) => at[key], copy)[last] = value
    return copy
  })
  fc.assert(fc.property(fc.oneof({ weight: 20, arbitrary: broken }, fc.anything()), function (one) {
    try {
      assertCpuProfile(one)
    } catch (err) {
      return /^(a node|a function|it has) /.test(err.message)
    }
    return fromCpuProfile(one).every(({ weight }) => weight >= 0)
  }), { numRuns: 400 })
})

t.test('two profiles of one program in two folders contain the same functions', async function (t) {
  const stack = (...files) => files.map((file) => ({ frames: [{ name: 'f', file, line: 1, kind: 'app' }], weight: 1 }))
  const files = (stacks) => stacks.map(({ frames: [{ file }] }) => file)
  const moved = (before, after) => files(movedTo(stack(...before), stack(...after)))
  t.same(moved(['/srv/v1/server.js', '/srv/v1/lib/a.js'], ['/srv/v2/server.js', '/srv/v2/lib/a.js']), ['/srv/v2/server.js', '/srv/v2/lib/a.js'])
  t.same(moved(['/home/ann/shop/lib/a.js', '/home/ann/shop/lib/b.js'], ['/app/lib/a.js']), ['/app/lib/a.js', '/app/lib/b.js'], 'one that is gone, too')
  t.same(moved(['/a/index.js', '/a/lib/index.js'], ['/b/index.js', '/b/lib/index.js']), ['/b/index.js', '/b/lib/index.js'], 'of the same name')
  t.same(moved(['/a/x.js'], ['/a/x.js', '/b/x.js']), ['/a/x.js'], 'what is there stays')
  t.same(moved(['/a/x.js'], ['/b/y.js']), ['/a/x.js'], 'what has nothing in common stays')
})

t.test('a URL that is not a local path is shown unchanged', async function (t) {
  const { toProfile } = require('../../../src/instruments/table')
  const nodes = [TREE[0], { ...TREE[1], callFrame: frame('handle', 'file://server/share/a.js'), children: [] }]
  const { hottest } = toProfile(fromCpuProfile({ nodes, ...times, samples: [2, 2] }))
  t.match(hottest, [{ name: 'handle', file: 'file://server/share/a.js' }])
})
