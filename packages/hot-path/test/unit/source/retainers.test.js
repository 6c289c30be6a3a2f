'use strict'

// What retains added memory, on small heap snapshots in V8's format.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { dominatorTree } = require('../../../src/source/heap/dominators')
const { greatestId, readSnapshot } = require('../../../src/source/heap/snapshot')
const { retainerOf } = require('../../../src/source/heap/retainers')
const { retainingLine } = require('../../../src/source/retaining-line')

const NODE_TYPES = ['hidden', 'array', 'string', 'object', 'code', 'closure', 'synthetic']
const EDGE_TYPES = ['context', 'element', 'property', 'internal', 'hidden', 'shortcut', 'weak']
const APP = '/app/server.js'

/**
 * Writes a snapshot. `nodes`: [name, type, id, bytes]; the first is the root. `edges`: [from, to, type, name], by the
 * names of the nodes.
 */
function written (t, nodes, edges) {
  const strings = []
  const at = (text) => (strings.includes(text) ? strings.indexOf(text) : strings.push(text) - 1)
  const position = (name) => nodes.findIndex(([one]) => one === name)
  const own = nodes.map(([name]) => edges.filter(([from]) => from === name))
  const snapshot = {
    snapshot: {
      meta: {
        node_fields: ['type', 'name', 'id', 'self_size', 'edge_count', 'trace_node_id', 'detachedness'],
        node_types: [NODE_TYPES],
        edge_fields: ['type', 'name_or_index', 'to_node'],
        edge_types: [EDGE_TYPES],
        location_fields: ['object_index', 'script_id', 'line', 'column']
      },
      node_count: nodes.length,
      edge_count: edges.length
    },
    nodes: nodes.flatMap(([name, type, id, bytes], i) => [NODE_TYPES.indexOf(type), at(name.split('#')[0]), id, bytes, own[i].length, 0, 0]),
    edges: own.flat().flatMap(([, to, type, name]) => [EDGE_TYPES.indexOf(type), type === 'element' || type === 'hidden' ? name : at(name), 7 * position(to)]),
    locations: nodes.flatMap(([, type], i) => (type === 'closure' ? [7 * i, 1, 2, 3] : [])),
    strings
  }
  const file = path.join(t.testdir(), 'x.heapsnapshot')
  fs.writeFileSync(file, JSON.stringify(snapshot))
  return file
}

/** A server with a variable `cache` that leads to what `more` adds. */
function server (t, more, moreEdges) {
  const nodes = [
    ['', 'synthetic', 1, 0],
    ['handler', 'closure', 3, 10],
    ['(shared)', 'code', 5, 10],
    [APP, 'code', 7, 10],
    ['system / Context', 'object', 9, 10],
    ['Map', 'object', 11, 10],
    ...more
  ]
  const edges = [
    ['', 'handler', 'element', 1],
    ['handler', '(shared)', 'internal', 'shared'],
    ['(shared)', APP, 'internal', 'script'],
    ['handler', 'system / Context', 'internal', 'context'],
    ['system / Context', 'Map', 'context', 'cache'],
    ...moreEdges
  ]
  return readSnapshot(written(t, nodes, edges))
}

const LAST = 99

t.test('a variable of a block has its name, if small integers leave no doubt which it is', async function (t) {
  // V8 numbers the values of a block scope in turn, and leaves out the small integers.
  const inBlock = function (names, values) {
    const scope = [['system / ScopeInfo', 'code', 13, 10], ...names.map((name, i) => [name, 'string', 15 + 2 * i, 10])]
    const others = values.filter((name) => name !== 'Map#block').map((name, i) => [name, 'closure', 31 + 2 * i, 10])
    const entries = [1, 2, 3].map((i) => [`Object#${i}`, 'object', 99 + 2 * i, 1000])
    const block = [['system / Context#block', 'object', 27, 10], ['Map#block', 'object', 29, 10]]
    const edges = [
      ['handler', 'system / Context#block', 'internal', 'context'],
      ['system / Context#block', 'system / ScopeInfo', 'internal', 'scope_info'],
      ...names.map((name, i) => ['system / ScopeInfo', name, 'hidden', i]),
      ...values.map((name, i) => ['system / Context#block', name, 'hidden', i]),
      ...entries.map(([name], i) => ['Map#block', name, 'element', i])
    ]
    return retainerOf(server(t, [...scope, ...block, ...others, ...entries], edges), LAST)?.path
  }
  t.same(inBlock(['seen', 'close'], ['Map#block', 'close#function']), ['seen'])
  t.same(inBlock(['count', 'close', 'seen'], ['close#function', 'Map#block']), ['seen'], 'a function of that name comes before it')
  t.notSame(inBlock(['count', 'seen'], ['Map#block']), ['count'], 'one of the two is a small integer')
})

t.test("Node's own list of all its objects does not retain them", async function (t) {
  for (const list of ['Node / CleanupQueue', 'Node / BaseObjectList']) {
    const streams = Array.from({ length: 5 }, (_, i) => [`InflateRaw#${i}`, 'object', 101 + 2 * i, 1000])
    const edges = streams.flatMap(([name], i) => [
      ['Map', name, 'element', i],
      [list, name, 'element', i]
    ])
    const snapshot = server(t, [[list, 'synthetic', 13, 10], ...streams], [['', list, 'element', 2], ...edges])
    t.match(retainerOf(snapshot, LAST), { path: ['cache'], entries: 5 }, list)
  }
})

t.test('a snapshot is read: nodes, edges, locations, strings with brackets and quotes', async function (t) {
  const file = written(t, [['', 'synthetic', 1, 0], ['a"]b', 'closure', 2_000_000_001, 16]], [['', 'a"]b', 'property', 'x[']])
  const { edgeTo, firstEdge, id, locations, name, selfBytes, strings } = readSnapshot(file)
  t.same([[...edgeTo], [...firstEdge], [...id], [...selfBytes]], [[1], [0, 1, 1], [1, 2_000_000_001], [0, 16]])
  t.equal(strings[name[1]], 'a"]b')
  t.same(locations.get(1), { scriptId: 1, line: 2, column: 3 })
  t.equal(greatestId(file), 2_000_000_001)
})

t.test('ids of objects outside of V8 do not count', async function (t) {
  t.equal(greatestId(written(t, [['', 'synthetic', 1, 0], ['native', 'object', 4_000_000_000, 16]], [])), 1)
})

t.test('a snapshot that is cut off is an error', async function (t) {
  const file = written(t, [['', 'synthetic', 1, 0], ['b', 'object', 3, 16]], [['', 'b', 'property', 'x']])
  const whole = fs.readFileSync(file, 'utf8')
  for (const end of ['"nodes"', '"edges":[2', '"strings"']) {
    fs.writeFileSync(file, whole.slice(0, whole.indexOf(end) + end.length))
    t.throws(() => readSnapshot(file), Error, end)
  }
})

t.test('dominators are those of Lengauer and Tarjan: on random graphs, removing one makes the node unreachable', async function (t) {
  let seed = 7
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below
  for (let round = 0; round < 40; round++) {
    const count = 3 + random(10)
    const names = Array.from({ length: count }, (_, i) => `n${i}`)
    const edges = Array.from({ length: 2 * count }, () => [names[random(count)], names[random(count)], random(5) ? 'property' : 'weak', 'x'])
    const snapshot = readSnapshot(written(t, names.map((name, i) => [name, i ? 'object' : 'synthetic', 2 * i + 1, 1]), edges))
    const { dominators } = dominatorTree(snapshot)
    const reached = function (without) {
      const seen = new Set(without === 0 ? [] : [0])
      for (const node of seen) {
        for (const [from, to, type] of edges) if (type !== 'weak' && from === names[node] && names.indexOf(to) !== without) seen.add(names.indexOf(to))
      }
      return seen
    }
    const all = reached(-1)
    const wanted = names.map(function (_, node) {
      if (!all.has(node)) return -1
      const dominating = [...all].filter((other) => other !== node && !reached(other).has(node))
      // The immediate dominator is dominated by all the others.
      const isNearest = (one) => dominating.every((other) => other === one || !reached(other).has(one))
      return node === 0 ? 0 : dominating.find(isNearest)
    })
    t.same([...dominators], wanted, JSON.stringify(edges))
  }
})

t.test('the collection that holds the added objects is named, with their number', async function (t) {
  const entries = Array.from({ length: 30 }, (_, i) => [`Row#${i}`, 'object', 101 + 2 * i, 100])
  const keys = entries.map(([name], i) => [`key of ${name}`, 'string', 201 + 2 * i, 20])
  const old = Array.from({ length: 50 }, (_, i) => [`Old#${i}`, 'object', 13 + 2 * i % 80, 1000])
  const snapshot = server(
    t,
    [['(table)', 'array', 111_111, 500], ...keys, ...entries, ...old],
    [
      ['Map', '(table)', 'internal', 'table'],
      ...keys.map(([name], i) => ['(table)', name, 'internal', String(3 * i)]),
      ...[...entries, ...old].map(([name], i) => ['(table)', name, 'internal', String(3 * i + 1)])
    ]
  )
  const { bytes, share, ...retainer } = retainerOf(snapshot, LAST)
  t.same(retainer, { file: APP, path: ['cache'], type: 'Map', isInside: false, list: null, entryAt: null, entries: 30 })
  t.ok(share > 0.99 && bytes >= 3000)
})

t.test('an object without a name of its own is inside the one that has a name', async function (t) {
  const rows = Array.from({ length: 30 }, (_, i) => [`Row#${i}`, 'object', 101 + 2 * i, 100])
  const insideOf = (type, name) => {
    const more = [['Array', 'object', 13, 10], ...rows]
    const edges = [['Map', 'Array', type, name], ...rows.map(([row], i) => ['Array', row, 'element', i])]
    const { path, type: constructor, isInside } = retainerOf(server(t, more, edges), LAST)
    return { path, constructor, isInside }
  }
  t.same(insideOf('property', '<symbol kBuffered>'), { path: ['cache'], constructor: 'Array', isInside: true })
  t.same(insideOf('property', 'rows'), { path: ['cache', 'rows'], constructor: 'Array', isInside: false })
})

t.test('a variable of an entry does not name what retains the entry', async function (t) {
  // Each listener refers to the emitter that retains it. The variable of the application is farther away.
  const numbers = [1, 2, 3, 4]
  const entries = numbers.flatMap((i) => [
    [`listener#${i}`, 'closure', 99 + 4 * i, 1000],
    [`system / Context#${i}`, 'object', 101 + 4 * i, 100]
  ])
  const edges = numbers.flatMap((i) => [
    ['Set', `listener#${i}`, 'element', i],
    [`listener#${i}`, '(shared)', 'internal', 'shared'],
    [`listener#${i}`, `system / Context#${i}`, 'internal', 'context'],
    [`system / Context#${i}`, 'Set', 'context', 'emitter']
  ])
  const snapshot = server(t, [['Set', 'object', 13, 10], ...entries], [['Map', 'Set', 'property', 'listeners'], ...edges])
  t.match(retainerOf(snapshot, LAST), { path: ['cache', 'listeners'], file: APP })
})

t.test('hooks that requests leave in a registry of a package are found at their function', async function (t) {
  const hooks = Array.from({ length: 30 }, (_, i) => [[`Hook#${i}`, 'object', 101 + 2 * i, 100], [`run#${i}`, 'closure', 201 + 2 * i, 50]])
  const own = { '(shared)': APP, '(shared)#2': '/app/node_modules/hooks/index.js' }
  for (const [shared, at] of [['(shared)', { file: APP, line: 3, column: 4 }], ['(shared)#2', null]]) {
    const snapshot = server(
      t,
      [...hooks.flat(), ['global', 'object', 13, 10], ['__HOOKS__', 'object', 15, 10], ['(shared)#2', 'code', 17, 1], [own['(shared)#2'], 'code', 19, 1]],
      [
        ['', 'global', 'element', 2],
        ['global', '__HOOKS__', 'property', '__HOOKS__'],
        ['(shared)#2', own['(shared)#2'], 'internal', 'script'],
        ...hooks.flatMap(([[hook], [run]], i) => [
          ['__HOOKS__', hook, 'element', i],
          [hook, run, 'property', 'run'],
          [run, shared, 'internal', 'shared']
        ])
      ]
    )
    t.match(retainerOf(snapshot, LAST), { file: null, path: ['__HOOKS__'], entries: 30, entryAt: at }, shared)
  }
})

t.test('callbacks of a pending promise are a linked list, which is counted', async function (t) {
  const reactions = Array.from({ length: 40 }, (_, i) => [`system / PromiseReaction#${i}`, 'hidden', 101 + 2 * i, 100])
  const snapshot = server(t, [['Promise', 'object', 13, 10], ...reactions], [
    ['system / Context', 'Promise', 'context', 'shutdown'],
    ['Promise', 'system / PromiseReaction#0', 'internal', 'reactions_or_result'],
    ...reactions.slice(1).map(([name], i) => [reactions[i][0], name, 'hidden', 0])
  ])
  t.match(retainerOf(snapshot, LAST), { path: ['shutdown'], type: 'Promise', list: 'PromiseReaction', entries: 40 })
})

t.test("memory of hot-path's own probes does not count", async function (t) {
  const own = path.resolve(__dirname, '../../../src/agent/probes/cpu.js')
  const rows = Array.from({ length: 30 }, (_, i) => [`Row#${i}`, 'object', 101 + 2 * i, 100])
  const samples = Array.from({ length: 90 }, (_, i) => [`Sample#${i}`, 'object', 301 + 2 * i, 100])
  const snapshot = server(
    t,
    [...rows, ...samples, ['probe', 'closure', 15, 1], ['(shared)#2', 'code', 17, 1], [own, 'code', 19, 1], ['Context#2', 'object', 21, 1]],
    [
      ...rows.map(([name], i) => ['Map', name, 'element', i]),
      ['', 'probe', 'element', 2],
      ['probe', '(shared)#2', 'internal', 'shared'],
      ['(shared)#2', own, 'internal', 'script'],
      ['probe', 'Context#2', 'internal', 'context'],
      ...samples.map(([name], i) => ['Context#2', name, 'context', `sample${i}`])
    ]
  )
  t.match(retainerOf(snapshot, LAST), { path: ['cache'], entries: 30 })
})

t.test('memory that was added in many places has no retainer', async function (t) {
  const entries = Array.from({ length: 5 }, (_, i) => [`Row#${i}`, 'object', 101 + 2 * i, 100])
  t.equal(retainerOf(server(t, entries, entries.map(([name], i) => ['', name, 'element', i])), LAST), null)
})

const SOURCE = `const client = require('metrics-client')
const session = require('session-store')
const duration = new client.Histogram()
let stop
const shutdown = new Promise((resolve) => { stop = resolve })
app.use(session({ secret: 'x' }))
function handle (task) {
  other.duration.observe(task)
  duration.observe(task, 1)
  const got = Promise.race([query(task), shutdown])
  signal.addEventListener('abort', () => {})
}
`

t.test('the line that makes the retainer grow is found by its name', async function (t) {
  const from = SOURCE.indexOf('function handle')
  const functions = [{ file: APP, name: '', from: 0, to: SOURCE.length }, { file: APP, name: 'handle', from, to: SOURCE.length - 1 }]
  const readSource = (file) => (file === APP ? SOURCE : null)
  const lineFor = (retainer) => retainingLine({ file: APP, list: null, ...retainer }, { functions, readSource })
  t.match(lineFor({ path: ['duration', 'hashMap'] }), { line: 9, function: 'handle' })
  t.match(lineFor({ path: ['shutdown'], list: 'PromiseReaction' }), { line: 10 })
  t.match(lineFor({ path: ['shutdown', '#signal'], list: 'Listener' }), { line: 11 })
  t.match(lineFor({ file: '/app/node_modules/session-store/index.js', path: ['store', 'sessions'] }), { line: 6 })
  t.equal(lineFor({ file: '/app/node_modules/unknown/index.js', path: ['store'] }), null)
  t.equal(lineFor({ path: ['nowhere'] }), null)
  const entryAt = { file: `file://${APP}`, line: 11, column: 35 }
  t.match(lineFor({ file: null, path: ['__HOOKS__'], entryAt }), { file: APP, line: 11, function: 'handle' })
})

t.test('a cache that a package makes is named where it is made', async function (t) {
  const source = [
    "const mem = require('mem')",
    "const { wrap } = require('./own')",
    'const rank = mem((id) => ({ id }), { maxAge: 1000 })',
    'const own = wrap((id) => ({ id }))',
    'const store = mem.create()',
    'function handle (id) {',
    '  store.add(id)',
    '  return [rank(id), own(id)]',
    '}'
  ].join('\n')
  const functions = [{ file: APP, name: 'handle', from: source.indexOf('function handle'), to: source.length }]
  const lineFor = (name) =>
    retainingLine({ file: APP, list: null, path: [name, '_map'] }, { functions, readSource: () => source })?.line
  t.equal(lineFor('rank'), 3)
  t.not(lineFor('own'), 4, 'a function of the application')
  t.equal(lineFor('store'), 7, 'an object, of which a method adds')
  const cases = [
    ['const loader = new DataLoader(load)', 'loader.load(id)', 2],
    ['const events = new DataLoader()', 'events.next(id)', 2],
    ['const gauge = new DataLoader()', 'gauge.observe(id)', 4],
    ['const sites = DataLoader.Router()', "sites.get('/sites', send)", 4],
    ['const sites = DataLoader.Router()', 'sites.get(`/sites/:id`, send)', 4],
    ['const cache = new DataLoader()', 'cache.get(id)', 2],
    ['const context = DataLoader()', 'context.run(() => context.set(id))', 4]
  ]
  for (const [made, used, line] of cases) {
    const text = ["const DataLoader = require('dataloader')", made, 'function handle (id) {', `  ${used}`, '}'].join('\n')
    const ran = [{ file: APP, name: 'handle', from: text.indexOf('function handle'), to: text.length }]
    const [, name] = made.split(' ')
    const found = retainingLine({ file: APP, list: null, path: [name, '_map'] }, { functions: ran, readSource: () => text })
    t.equal(found?.line, line, used)
  }
})

t.test('a cache that has a limit, and grows nevertheless, is named where it is added to', async function (t) {
  const cases = [
    ['const cache = new LRU({ ttl: 1000 })', 'new'],
    ['const cache = new LRU({ ttl: minutes(5) })', 'new'],
    ['const cache = new LRU(options)', 'new'],
    ['const cache = new LRU({ ttl: 1000, max: 250_000 })', 'set'],
    ['const cache = new LRU(250_000)', 'set'],
    ["const cache = new LRU({\n  name: ') }', // ) }\n  maxSize: 5e7\n})", 'set'],
    ['const options = { maxSize: 5e7 }\nconst cache = new LRU(options)', 'set'],
    ['const cache = new LRU({ ttl: 1000, ...options })\nconst options = { maxSize: 5e7 }', 'set']
  ]
  for (const [made, wanted] of cases) {
    const text = ["const LRU = require('lru-cache')", made, 'function handle (id) {', '  cache.get(id)', '  cache.set(id, {})', '}'].join('\n')
    const ran = [{ file: APP, name: 'handle', from: text.indexOf('function handle'), to: text.length }]
    const found = retainingLine({ file: APP, list: null, path: ['cache', 'keyMap'] }, { functions: ran, readSource: () => text })
    t.match(text.split('\n')[found.line - 1], wanted === 'new' ? 'new LRU(' : 'cache.set(', made)
  }
})
