'use strict'

// From what was seen of a server to places in its source: sums and texts.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const { keeping } = require('../src/checkup/places')
const { attribute, toPlaces } = require('../src/places/attribution')
const { formatPlaces } = require('../src/places/place-text')
const { placeList } = require('../src/places/place-list')
const { summarise } = require('../src/places/waits')

const app = (name, line) => ({ name, file: '/app/server.js', line, column: 1, kind: 'app' })
const node = (name, file) => ({ name, file, line: 1, column: 1, kind: 'node' })

t.test('time is that of the innermost function of the application; serving is not', async function (t) {
  const framework = { name: 'handle', file: '/app/node_modules/express/router.js', line: 3, column: 1, kind: 'dependency' }
  const stacks = [
    { frames: [framework, app('route', 10), app('check', 20), node('pbkdf2Sync', 'node:crypto')], weight: 60 },
    { frames: [framework, app('route', 10)], weight: 10, lines: [{ line: 12, weight: 10 }] },
    { frames: [framework, app('route', 10), node('end', 'node:_http_outgoing')], weight: 15 },
    { frames: [framework], weight: 5 },
    { frames: [node('read', 'node:net')], weight: 10 }
  ]
  const attributed = attribute(stacks)
  const none = { client: 0, garbageCollector: 0, synchronousCalls: 0 }
  t.same(attributed.busyWith, { own: 0.7, framework: 0.05, node: 0.25, ...none })
  const source = `${'\n'.repeat(20)}  return pbkdf2Sync(password)\n}\n`
  const functions = [{ file: '/app/server.js', name: 'check', from: 19, to: source.length }]
  const places = toPlaces(attributed, { of: 'the time', functions, readSource: () => source }).map(({ place }) => place)
  t.match(places, [
    { function: 'check', line: 21, share: 0.6, why: 'calls pbkdf2Sync of node:crypto' },
    { function: 'route', line: 12, share: 0.1 }
  ])
})

t.test('waits on one line are one place, and what nobody can name is said to be unnamed', async function (t) {
  const frame = { file: '/app/server.js', line: 7, column: 3, function: 'load' }
  const wait = (fields) => ({
    atMs: 0,
    ms: 20,
    loopDelayMs: 0,
    type: 'PROMISE',
    via: 'TCP',
    frames: [frame],
    begunAt: [],
    target: '127.0.0.1:5432',
    queue: false,
    releasedBy: [],
    ...fields
  })
  const request = { route: 'GET /', ms: 100, runningMs: 10, status: 200, finished: true, operations: 9 }
  const { places, unnamedShare, runningShare, loopDelayShare } = summarise({
    requests: [{ ...request, waits: [wait({ loopDelayMs: 5 }), wait({ atMs: 30 }), wait({ frames: [], ms: 30 })] }],
    seen: 1,
    overheadMs: 0,
    connections: []
  })
  t.match(places, [{ frame, kind: 'network', target: '127.0.0.1:5432', perRequest: 2, oneAfterAnother: true }])
  t.equal(places.length, 1)
  t.equal(places[0].share.toFixed(2), '0.35')
  t.same([runningShare, loopDelayShare].map((share) => share.toFixed(2)), ['0.10', '0.05'])
  t.equal(unnamedShare.toFixed(2), '0.50')
})

t.test('a collection that grows with the requests is named, and the line that adds to it', async function (t) {
  const source = [
    'const store = { seen: new Map(), sizes: [] }',
    'function note (id) {',
    '  if (store.seen.has(id)) return',
    '  store.seen.set(id, 1)',
    '}'
  ]
  const looked = (grown) => ({
    grown,
    served: 1000,
    functions: [{ file: '/app/server.js', name: 'note', from: 45, to: 200 }],
    profile: null
  })
  const seen = { file: '/app/server.js', path: ['store', 'seen'], type: 'Map', before: 10, size: 1010 }
  const options = { readSource: () => source.join('\n') }
  t.match(keeping({ retained: looked([seen]) }, options), [
    { line: 4, column: 3, function: 'note', share: 1, why: /^store.seen \(a Map\) keeps 1 entry for each request/ }
  ])
  t.same(keeping({ retained: looked([{ ...seen, size: 60 }]) }, options), [], 'a few more come and go by themselves')
  t.same(keeping({ retained: looked([{ ...seen, path: ['store', 'sizes'] }]) }, options), [], 'nobody adds to it here')
})

t.test('a place fits a terminal, and its path is text on a page', async function (t) {
  const directory = t.testdir({ '<script>alert(1)<.js': `const a = 1\n${'let b = 2; '.repeat(30)}\n` })
  const file = path.join(directory, fs.readdirSync(directory)[0])
  const place = { file, line: 2, column: 1, function: '<b>', share: 0.5, of: 'the time', why: '<i>because</i> '.repeat(20) }
  // A path has no spaces to break it at.
  for (const line of formatPlaces([{ ...place, file: '<b>' }])) t.ok(line.length <= 80, line)
  const page = String(placeList([place]))
  t.notMatch(page, /<(script|b|i)>/)
  t.match(page, /<mark>2 {2}let b/)
})
