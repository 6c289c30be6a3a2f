'use strict'

// The attribution of observations to source locations: sums and texts.

const fs = require('fs')
const path = require('path')
const t = require('tap')
const accumulation = require('../../../src/checkup/findings/accumulation')
const eventLoop = require('../../../src/checkup/findings/event-loop')
const { keeping } = require('../../../src/source/heap/lines')
const { computing, refusing, stalling, walking } = require('../../../src/source/locations')
const { queueing, waiting } = require('../../../src/source/wait-lines')
const { attribute, keepingLine, toPlaces } = require('../../../src/source/attribution')
const { formatPlaces } = require('../../../src/source/location-text')
const { lineList, linesOf } = require('../../../src/report/locations')
const { summarise } = require('../../../src/source/waits')

const app = (name, line) => ({ name, file: '/app/server.js', line, column: 1, kind: 'app' })
const node = (name, file) => ({ name, file, line: 1, column: 1, kind: 'node' })

t.test('time is attributed to the innermost application function; serving is not', async function (t) {
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

const jwt = (name) => ({ name, file: '/app/node_modules/jsonwebtoken/verify.js', line: 3, column: 1, kind: 'dependency' })

t.test('a package is called by the name that the source gives it, and its innermost heavy function is named', async function (t) {
  const source = "const tokens = require('jsonwebtoken')\nfunction userOf (text) {\n  const given = text.slice(7)\n  return tokens.verify(given)\n}\n"
  const functions = [{ file: '/app/server.js', name: 'userOf', from: source.indexOf('function'), to: source.length }]
  const placeOf = (name) => {
    const inner = [jwt(name), jwt('getSecret'), node('createPublicKey', 'node:internal/crypto/keys')]
    const stacks = [
      { frames: [app('userOf', 2), ...inner], weight: 6 },
      { frames: [app('userOf', 2), jwt(name), node('createHmac', 'node:crypto')], weight: 4 }
    ]
    return toPlaces(attribute(stacks), { of: 'the time', functions, readSource: () => source })[0].place
  }
  const why = 'calls jsonwebtoken, which spends most of the time in createPublicKey of node:crypto/keys'
  t.match(placeOf('module.exports'), { line: 4, why })
  t.match(placeOf('(anonymous)'), { line: 4 })
})

t.test('a function without a name says nothing, and memory is not time', async function (t) {
  const inner = { ...jwt('(anonymous)'), line: 90 }
  const whyOf = (name, options) => {
    const stacks = [{ frames: [app('userOf', 2), jwt(name), inner], weight: 10 }]
    return toPlaces(attribute(stacks, options), { of: 'the time' })[0].place.why
  }
  t.equal(whyOf('sign'), 'calls sign of jsonwebtoken')
  t.equal(whyOf('(anonymous)'), 'calls jsonwebtoken')
  inner.name = 'encode'
  t.equal(whyOf('sign'), 'calls sign of jsonwebtoken, which spends most of the time in encode of jsonwebtoken')
  t.equal(whyOf('sign', { isMemory: true }), 'calls sign of jsonwebtoken, which allocates most of it in encode of jsonwebtoken')
})

t.test('other calls of the same name in the function are told: V8 does not say which of them it was', async function (t) {
  const source = "const moment = require('moment')\nfunction describe (date) {\n  const a = date.format('LL')\n  return a + date.format('LLLL')\n}\n"
  const functions = [{ file: '/app/server.js', name: 'describe', from: source.indexOf('function'), to: source.length }]
  const callee = { ...jwt('Moment.format'), file: '/app/node_modules/moment/moment.js' }
  const stacks = [{ frames: [app('describe', 2), callee], weight: 10 }]
  const [{ place }] = toPlaces(attribute(stacks), { of: 'the time', functions, readSource: () => source })
  t.match(place, { line: 3, why: 'calls Moment.format of moment; calls of this name: lines 3, 4' })
})

t.test('V8 counts each await and yield of a function as a call, too', async function (t) {
  const whyOf = (source, perRequest) => {
    const functions = [{ file: '/app/server.js', name: 'load', from: 0, to: source.length, perRequest }]
    const stacks = [{ frames: [app('load', 1)], weight: 10 }]
    return toPlaces(attribute(stacks), { of: 'the time', functions, readSource: () => source })[0].place.why
  }
  t.equal(whyOf('function load () {}', 2), 'load is called 2 times per request')
  for (const source of ['async function load () {}', 'async (id) => {}', '* load () {}', 'function* load () {}', 'async * load () {}']) {
    t.equal(whyOf(source, 2), '', source)
    t.equal(whyOf(source, 40), 'load is called and resumed 40 times per request', source)
  }
  t.equal(whyOf('asyncLoad () {}', 2), 'load is called 2 times per request')
})

t.test('without lines in the profile, the only call of a built-in function is the line', async function (t) {
  const lineIn = (body) => {
    const source = `function moneyOf (cents) {\n${body}}\n`
    const functions = [{ file: '/app/server.js', name: 'moneyOf', from: 0, to: source.length, perRequest: 489.2 }]
    const stacks = [{ frames: [app('moneyOf', 1)], weight: 10 }]
    const [{ place }] = toPlaces(attribute(stacks), { of: 'the time', functions, readSource: () => source })
    t.equal(place.why, 'moneyOf is called 489 times per request')
    return place.line
  }
  t.equal(lineIn('  const value = cents / 100\n  return value.toLocaleString(locale)\n'), 3)
  t.equal(lineIn('  if (/^(a+)+$/.test(cents)) return 0\n'), 2)
  t.equal(lineIn('  return cents / 100\n'), 1, 'none')
  t.equal(lineIn('  JSON.parse(cents)\n  JSON.stringify(cents)\n'), 1, 'two')
})

t.test('the only call of a function is its line, if the package calls itself by another name', async function (t) {
  const lineFor = function (lines, name = 'get') {
    const source = ['class Sheets {', ...lines, '}'].join('\n')
    const own = { name, file: '/app/server.js', line: 2, column: 3, kind: 'app' }
    const callee = { name: 'readFileSync', file: '/app/node_modules/jsonfile/index.js', line: 1, column: 1, kind: 'dependency' }
    const functions = [{ file: '/app/server.js', name, from: source.indexOf('\n') + 1, to: source.length - 2 }]
    const attributed = attribute([{ frames: [own, callee], weight: 5, line: 0 }])
    const [{ place }] = toPlaces(attributed, { of: 'time', functions, readSource: () => source })
    return place.line
  }
  t.equal(lineFor(['  get (id) {', '    if (this.last === id) return', '    return readJsonSync(id)', '  }']), 4)
  t.equal(lineFor(['  get = ({ id }) => {', '    const at = this.root + id', '    return readJsonSync(at)', '  }']), 4)
  t.equal(lineFor(['  get = (id) => readJsonSync(id)']), 2)
  t.equal(lineFor(['  get (id) {', '    const at = join(id)', '    return readJsonSync(at)', '  }']), 2, 'two calls')
})

t.test('the line of a regular expression is that of its literal, or of the only call that matches one', async function (t) {
  const placeIn = (body, expression = '\\s+$') => {
    const source = `function tidy (text) {\n${body}}\n`
    const functions = [{ file: '/app/server.js', name: 'tidy', from: 0, to: source.length }]
    const matching = { name: `RegExp: ${expression}`, file: null, line: null, column: null, kind: 'native' }
    const stacks = [{ frames: [app('tidy', 1), matching], weight: 10 }]
    return toPlaces(attribute(stacks), { of: 'the time', functions, readSource: () => source })[0].place
  }
  const literal = placeIn("  const line = text.replace(/\\r$/, '')\n  return line.replace(/\\s+$/, '')\n")
  t.match(literal, { line: 3, why: 'matches the regular expression /\\s+$/' })
  t.match(placeIn('  if (!text) return text\n  return text.replace(BLANK_END, empty)\n'), { line: 3 })
  const twice = placeIn('  const [a] = text.match(FIRST)\n  return a.replace(LAST, empty)\n')
  t.match(twice, { line: 2, why: 'matches the regular expression /\\s+$/; calls that match: lines 2, 3' })
  t.match(placeIn('  return own(text)\n'), { line: 1 }, 'no call that matches')
  t.match(placeIn('  return own(text)\n', 'a|'.repeat(99)), { why: 'matches a regular expression of 198 characters' })
  t.match(placeIn('  text.trim()\n  return /^(a+)+$/i.test(text)\n', '^(a+)+$'), { line: 3 })
})

t.test('the work of an HTTP client package for its upstream requests is not own code', async function (t) {
  const of = (name) => ({ name, file: `/app/node_modules/${name}/index.js`, line: 3, column: 1, kind: 'dependency' })
  const stacks = [
    { frames: [app('load', 10), of('axios'), of('follow-redirects'), node('request', 'node:_http_client')], weight: 10 },
    { frames: [app('load', 10), of('axios')], weight: 50 },
    { frames: [of('express'), of('http-proxy'), node('request', 'node:_http_client')], weight: 10 },
    { frames: [of('express'), app('load', 10), of('lodash')], weight: 30 }
  ]
  t.match(attribute(stacks).busyWith, { client: 0.7, own: 0.3, framework: 0 })
})

t.test('a function without self time is not a source location, whatever it calls', async function (t) {
  const { spots } = attribute([{ frames: [app('route', 10), app('work', 20)], weight: 5 }])
  t.same(spots.map(({ frame }) => frame.name), ['work'])
})

t.test('the loop over a growing collection comes before the comparison that it calls', async function (t) {
  const call = (functionName, lineNumber) => ({ functionName, url: 'file:///app/server.js', lineNumber, columnNumber: 0 })
  const profiled = (loopUs) => ({
    nodes: [
      { id: 1, callFrame: call('(root)', 0), children: [2] },
      { id: 2, callFrame: call('open', 9), children: [3] },
      { id: 3, callFrame: call('isBefore', 29) }
    ],
    samples: [2, 3, 3],
    timeDeltas: [0, loopUs, 1000],
    startTime: 0,
    endTime: 2000
  })
  const named = (loopUs) =>
    walking({ cpu: { profile: profiled(loopUs), functions: [] } }, { readSource: () => null }).map(
      (one) => one.function
    )
  t.same(named(400), ['open', 'isBefore'])
  t.same(named(100), ['isBefore', 'open'], 'a function with hardly any self time is no loop')
})

t.test('a busy thread without much of its own code is explained by the line that starts its work', async function (t) {
  const call = (functionName, url, lineNumber) => ({ functionName, url, lineNumber, columnNumber: 0 })
  const profile = {
    nodes: [
      { id: 1, callFrame: call('(root)', '', -1), children: [2, 3] },
      { id: 2, callFrame: call('query', 'file:///app/node_modules/orm/index.js', 4) },
      { id: 3, callFrame: call('route', 'file:///app/server.js', 9) }
    ],
    samples: [2, 3, 3],
    startTime: 0,
    endTime: 1000
  }
  const ran = [{ frame: { file: '/app/server.js', line: 12, column: 5, function: 'route' }, ms: 8 }]
  const linesOf = (routeUs, ms) =>
    computing(
      {
        cpu: { profile: { ...profile, timeDeltas: [0, 1000 - routeUs, routeUs] }, functions: [] },
        waits: { requests: [{ runningMs: 10, ran: ran.map((one) => ({ ...one, ms })) }] }
      },
      { readSource: () => null }
    ).map(({ line, share }) => [line, Number(share.toFixed(2))])
  t.same(linesOf(100, 8), [[12, 0.8], [10, 0.1]])
  t.same(linesOf(600, 8), [[10, 0.6]], 'the profile explains it')
  t.same(linesOf(100, 2), [[10, 0.1]], 'neither explains it')
})

t.test('time of a plugin that a framework calls is located where the application loads it', async function (t) {
  const call = (functionName, name) => ({ functionName, url: name && `file:///app/node_modules/${name}/index.js`, lineNumber: 1, columnNumber: 0 })
  const frames = [call('(root)', ''), call('handle', 'hapi'), call('render', 'vision'), call('compile', 'handlebars')]
  const nodes = frames.map((callFrame, i) => ({ id: i + 1, callFrame, children: frames[i + 1] ? [i + 2] : [] }))
  const profile = { nodes, samples: [2, 3, 4, 4], timeDeltas: [0, 250, 250, 250, 250], startTime: 0, endTime: 1000 }
  const sources = { '/app/index.js': "const hapi = require('hapi')\nserver.register([\n  require('vision')\n])\n" }
  const options = { readSource: (file) => sources[file] ?? null, sourceFiles: ['/app/index.js'] }
  const looks = { cpu: { profile, functions: [] } }
  t.match(computing(looks, options), [{ file: '/app/index.js', line: 3, why: 'sets up vision, which takes this time' }])
  sources['/app/index.js'] = "const hapi = require('hapi')\n"
  t.same(computing(looks, options), [], 'the framework itself is no answer')
  sources['/app/index.js'] = "const hapi = require('hapi')\nhapi.parse(text)\n"
  looks.cpu.served = 0
  t.match(computing(looks, options), [{ line: 2, why: 'sets up hapi, which takes this time' }], 'a program has no framework')
})

t.test('a package that a stream calls is not the time of Node', async function (t) {
  const of = (kind, file) => ({ kind, file, name: 'run', line: 1, column: 1 })
  const stream = of('node', 'node:internal/streams/transform')
  const [parser, socket] = [of('dependency', '/app/node_modules/csv/index.js'), of('node', 'node:internal/stream_base_commons')]
  const shares = (frames) => attribute([{ frames, weight: 1 }]).busyWith
  t.match(shares([stream, parser]), { framework: 1, node: 0 })
  t.match(shares([socket, stream, parser]), { framework: 0, node: 1 }, 'a driver of a database')
  t.match(shares([stream, parser, stream]), { framework: 0, node: 1 }, 'the stream itself')
})

t.test('a server that polls files without requests is located at that line', async function (t) {
  const lineOf = (source) => {
    const options = { readSource: () => source, sourceFiles: ['/app/server.js'] }
    const window = { restCpuShare: 0.9, resources: { StatWatcher: 3000 } }
    return eventLoop.places({}, window, options).map(({ line }) => line)
  }
  t.same(lineOf('chokidar\n  .watch(folder, { usePolling: true, interval: 20 })\n'), [2])
  t.same(lineOf('for (const file of files) {\n  fs.watchFile(file, changed)\n}\n'), [2])
  t.same(lineOf('watch(folder, { usePolling: false })\n'), [])
})

t.test('work for the thread pool is located where it is submitted, with its awaiting function', async function (t) {
  const [awaited, handed] = [38, 16].map((line) => ({ file: '/app/server.js', line, column: 3, function: `at${line}` }))
  const wait = { atMs: 0, ms: 20, loopDelayMs: 0, type: 'SIGNREQUEST', via: '', target: null, queue: false, releasedBy: [], heldAt: null }
  const request = { route: 'GET /', ms: 25, runningMs: 1, status: 200, finished: true, operations: 9 }
  const none = { awaits: [], begunIn: null, middleware: [] }
  const waits = [{ ...wait, ...none, frames: [awaited], begunAt: [handed] }]
  const seen = { requests: [{ ...request, waits }], seen: 1, overheadMs: 0, connections: [], opened: 0 }
  const [place] = queueing({ waits: seen }, { readSource: () => null })
  t.match(place, { line: 16, function: 'at16' })
  t.match(place.why, /thread pool \(crypto\).*called from at38 server\.js:38/)
})

t.test('waits on one line are one source location, and waits without frames are unattributed', async function (t) {
  const frame = { file: '/app/server.js', line: 7, column: 3, function: 'load' }
  const wait = (fields) => ({
    atMs: 0,
    ms: 20,
    loopDelayMs: 0,
    type: 'PROMISE',
    via: 'TCP',
    frames: [frame],
    awaits: [],
    begunAt: [],
    begunIn: null,
    middleware: [],
    target: '127.0.0.1:5432',
    queue: false,
    releasedBy: [],
    heldAt: null,
    ...fields
  })
  const request = { route: 'GET /', ms: 100, runningMs: 10, status: 200, finished: true, operations: 9 }
  const summaryOf = (waits) => summarise({ requests: [{ ...request, waits }], seen: 1, overheadMs: 0, connections: [] })
  const { places, unnamedShare, runningShare, loopDelayShare } = summaryOf([
    wait({ loopDelayMs: 5 }),
    wait({ atMs: 30 }),
    wait({ frames: [], ms: 30 })
  ])
  t.match(places, [{ frame, kind: 'network', target: '127.0.0.1:5432', perRequest: 2, oneAfterAnother: true }])
  t.equal(places.length, 1)
  t.equal(places[0].share.toFixed(2), '0.35')
  t.same([runningShare, loopDelayShare].map((share) => share.toFixed(2)), ['0.10', '0.05'])
  t.equal(unnamedShare.toFixed(2), '0.50')
  const timers = [wait({ via: 'Timeout', queue: true }), wait({ via: 'Timeout', ms: 30 })]
  t.same(summaryOf(timers).kinds, { other: 0.2, timer: 0.3 }, 'a queued request does not wait for a timer, even if the other request does')
})

t.test('the parts of one exchange are one wait, located at the loop that repeats it', async function (t) {
  const frame = (line) => ({ file: '/app/server.js', line, column: 3, function: `at${line}` })
  const part = (begunIn, fields) => ({
    atMs: 0,
    ms: 5,
    loopDelayMs: 0,
    type: 'TCPWRAP',
    via: 'TCP',
    frames: [frame(14)],
    awaits: [],
    begunAt: [],
    begunIn,
    middleware: [],
    target: 'GET http://127.0.0.1:4000/authors',
    queue: false,
    releasedBy: [],
    heldAt: null,
    ...fields
  })
  const timer = { type: 'Timeout', via: 'Timeout', ms: 6 }
  const exchange = (begunIn, awaits) => [part(begunIn, timer), part(begunIn, { awaits })]
  const request = { route: 'GET /', ms: 100, runningMs: 10, status: 200, finished: true, operations: 9 }
  const placesOf = (waits) =>
    summarise({ requests: [{ ...request, waits }], seen: 1, overheadMs: 0, connections: [] }).places
  const around = (begunIn) => [frame(14), frame(26), ...(begunIn === 4 ? [frame(40)] : [])]
  const loop = [1, 2, 3, 4].flatMap((begunIn) => exchange(begunIn, around(begunIn)))
  t.match(placesOf(loop), [{ frame: frame(26), waitsAt: frame(14), kind: 'network', perRequest: 4, share: 0.44 }])
  t.match(placesOf(exchange(1, [frame(26)])), [{ frame: frame(14), waitsAt: null, perRequest: 1 }], 'not repeated')
  t.match(placesOf([1, 2].map(() => part(null))), [{ perRequest: 2 }], 'of a program, periods are unknown')
  const delayed = [part(1, { ms: 2 }), part(1, { ...timer, ms: 90 }), part(1, { ms: 2 })]
  t.match(placesOf(delayed), [{ kind: 'timer', perRequest: 1, share: 0.94 }], 'a client that waits before it asks again')
})

t.test('waits for what a package limits are located where the application creates it', async function (t) {
  const source = [
    "const mongoose = require('mongoose')",
    "const { default: PQueue } = require('p-queue')",
    'const Note = new mongoose.Schema({ text: String })',
    "mongoose.connect('mongodb://127.0.0.1')",
    'const queue = new PQueue({ concurrency: 1 })',
    'async function handle () { await Note.find() }'
  ].join('\n')
  const waitFor = (name, fields) => ({
    atMs: 0,
    ms: 90,
    loopDelayMs: 0,
    type: 'PROMISE',
    via: 'TCP',
    awaits: [],
    begunAt: [],
    begunIn: null,
    frames: [{ file: '/app/server.js', line: 6, column: 1, function: 'handle' }],
    begunBy: name,
    middleware: [],
    isShared: true,
    target: null,
    queue: false,
    releasedBy: [],
    heldAt: null,
    ...fields
  })
  const request = { route: 'GET /', ms: 100, runningMs: 10, status: 200, finished: true, operations: 9 }
  const linesFor = (wait, count, busy) =>
    waiting(
      { waits: { requests: [{ ...request, waits: [wait] }], seen: 1, overheadMs: 0, connections: [] } },
      { connections: 50, connectionsTo: [{ address: '127.0.0.1:27017', count, busy }], refusedShare: 0 },
      { readSource: () => source }
    ).map(({ line }) => line)
  const asked = waitFor('mongoose', { target: '127.0.0.1:27017' })
  t.same(linesFor(asked, 5, 4.9), [4, 6], 'few connections, always busy')
  t.same(linesFor(asked, 50, 49), [6], 'enough connections')
  t.same(linesFor(asked, 5, 2), [6], 'connections that are held, but idle')
  t.same(linesFor(waitFor('p-queue', { via: 'AsyncResource' }), 1, 1), [5, 6], 'a queue without a target')
  t.same(linesFor(waitFor('p-queue', { type: 'Timeout', via: '' }), 1, 1), [6], 'a wait that has not ended')
  t.same(linesFor({ ...asked, begunBy: null }, 5, 4.9), [6], 'not of a package')
})

t.test('of a creation on several lines, the option that makes requests wait is the line', async function (t) {
  const none = { awaits: [], begunAt: [], middleware: [], releasedBy: [], heldAt: null, begunIn: null, isShared: false }
  const network = { type: 'PROMISE', via: 'TCP', begunBy: 'undici', target: '127.0.0.1:80', queue: false }
  const timer = { type: 'Timeout', via: 'Timeout', begunBy: 'undici', target: null, queue: false }
  const lineFor = function (wait, lines) {
    const source = ["const { Pool } = require('undici')", ...lines, 'const ask = () => pool.request(PATH)'].join('\n')
    const frames = [{ file: '/app/server.js', line: source.split('\n').length, column: 1, function: 'ask' }]
    const waits = [{ atMs: 0, ms: 90, loopDelayMs: 0, frames, ...none, ...wait }]
    const request = { route: 'GET /', ms: 100, runningMs: 10, status: 200, finished: true, operations: 9, waits }
    const limits = { connections: 50, connectionsTo: [{ address: '127.0.0.1:80', count: 3, busy: 3 }], refusedShare: 0 }
    const seen = { requests: [request], seen: 1, overheadMs: 0, connections: [] }
    const [{ line }] = waiting({ waits: seen }, limits, { readSource: () => source })
    return source.split('\n')[line - 1].trim()
  }
  const made = ['const pool = new Pool(URL, {', '  keepAliveTimeout: 4000,', '  connections: 3,', '  retry: { limit },', '})']
  t.equal(lineFor(network, made), 'connections: 3,')
  t.equal(lineFor(timer, made), 'retry: { limit },')
  t.equal(lineFor(network, [made[0], made[1], made[4]]), made[0], 'no such option')
  t.equal(lineFor(network, [...made.slice(0, 3), '  poolSize: 9,', made[4]]), made[0], 'two of them')
  t.equal(lineFor(network, ['const options = {', '  max: 3', '}', 'const pool = new Pool(URL, options)']), 'max: 3')
  const nested = ['const pool = new Pool({', '  create: () => new Agent({', '    maxSockets: 1', '  }),', '  max: 4', '})']
  t.equal(lineFor(network, nested), 'max: 4', 'not the option of what another option creates')
  t.equal(lineFor(network, ['const pool = new Pool({', '  pool: {', '    max: 4 // (limit: 5)', '  }', '})']), 'max: 4 // (limit: 5)')
  t.equal(lineFor(network, ['const pool = new Pool(URL)', 'const other = {', '  max: 3', '}']), 'const pool = new Pool(URL)')
})

t.test('requests that wait for a timer which another one starts are located at what delays them', async function (t) {
  const made = 'const flush = debounce(answer, 300)'
  const source = ["const debounce = require('lodash/debounce')", made, 'flush()', 'ask(id, send)'].join('\n')
  const lineFor = function (waits) {
    const none = { awaits: [], begunAt: [], middleware: [], releasedBy: [], heldAt: null, begunIn: null }
    const all = waits.map(({ line, ...wait }) => ({
      type: 'Timeout',
      via: 'Timeout',
      atMs: 0,
      loopDelayMs: 0,
      target: null,
      queue: false,
      isShared: false,
      begunBy: 'express',
      frames: [{ file: '/app/server.js', line, column: 1, function: `at${line}` }],
      ...none,
      ...wait
    }))
    const request = { route: 'GET /', ms: 310, runningMs: 10, status: 200, finished: true, operations: 9 }
    const requests = all.map((wait) => ({ ...request, waits: [wait] }))
    const seen = { requests, seen: 1, overheadMs: 0, connections: [] }
    const window = { connections: 50, connectionsTo: [], refusedShare: 0 }
    return waiting({ waits: seen }, window, { readSource: () => source })[0]
  }
  const other = { line: 4, ms: 295 }
  const starting = { line: 3, ms: 300, begunBy: 'lodash' }
  const found = lineFor([other, other, other, starting])
  t.match(found, { line: 2, why: /^creates the object that line 3 uses/ })
  t.ok(found.share > 0.9, 'of both')
  t.match(lineFor([other, other, other, { ...starting, begunBy: 'express' }]), { line: 4 }, 'not of an object of a package')
  t.match(lineFor([other, other, other, { ...starting, ms: 90 }]), { line: 4 }, 'another timer')
})

t.test('waits are located at the object of a package that delays them, not at a Promise.all', async function (t) {
  const source = [
    "const got = require('got')",
    "const { Pool } = require('pg')",
    "const delay = require('delay')",
    "const zip = require('archiver')",
    'class Store {',
    '  constructor () { this.pool = new Pool({ max: 60 }) }',
    '  async open () { this.db = await this.pool.connect() }',
    '  rows () { return this.db.query(TEXT) }',
    '}',
    'const client = got.extend({ retry: 4 })',
    'const ask = (id) => client.get(id)',
    'const askAll = () => Promise.all(IDS.map(ask))',
    'const rest = () => delay(100)',
    "const archive = zip('zip', { zlib: { level: 9 } })",
    'archive.append(TEXT)',
    "const fastify = require('fastify')()",
    "const { default: PQueue } = require('p-queue')",
    'const calls = new PQueue({ concurrency: 1 })',
    "fastify.get('/', async () => cardOf(await callIn(calls)))",
    "const { WebClient } = require('@slack/web-api')",
    'const slack = new WebClient(TOKEN)',
    'const user = (id) => slack.users.info({ user: id })',
    "const Sequelize = require('sequelize')",
    'const library = new Sequelize(URL)',
    "const Member = library.define('member')",
    'const memberOf = (id) => Member.find(id)'
  ].join('\n')
  const frame = (line) => ({ file: '/app/server.js', line, column: 1, function: `at${line}` })
  const none = { awaits: [], begunAt: [], middleware: [], releasedBy: [], heldAt: null }
  const wait = { atMs: 0, ms: 90, loopDelayMs: 0, ...none }
  const request = { route: 'GET /', ms: 100, runningMs: 10, status: 200, finished: true, operations: 9 }
  const placesOf = (find, line, fields) => {
    const one = { ...wait, target: null, queue: false, isShared: false, frames: [frame(line)], ...fields }
    const waits = [{ begunIn: null, ...one }]
    const looks = { waits: { requests: [{ ...request, waits }], seen: 1, overheadMs: 0, connections: [] } }
    return find(looks).map(({ line }) => line)
  }
  const readSource = () => source
  const to = { connections: 50, connectionsTo: [{ address: '127.0.0.1:5432', count: 1, busy: 1 }] }
  const lines = (line, fields, window) =>
    placesOf((looks) => waiting(looks, { ...to, refusedShare: 0, ...window }, { readSource }), line, fields)
  const timer = { type: 'Timeout', via: 'Timeout' }
  const network = { type: 'PROMISE', via: 'TCP' }
  t.same(lines(8, { ...network, begunBy: 'pg', target: '127.0.0.1:5432' }), [7, 8], 'the client, not its pool')
  const queue = { type: 'PROMISE', via: 'PROMISE', queue: true, begunBy: 'p-queue' }
  t.same(lines(19, queue), [18, 19], 'the queue, not the framework that the line calls, too')
  t.same(lines(22, { ...queue, begunBy: '@slack/web-api' }), [21, 22], 'a method of a part of the object')
  t.same(lines(26, { ...queue, begunBy: 'sequelize' }), [24, 26], 'an object that the object of the package made')
  t.same(lines(26, { ...network, begunBy: null, target: '127.0.0.1:5432' }), [24, 26], 'its only connection, always busy')
  const shared = { type: 'PROMISE', via: 'PROMISE', isShared: true, target: '127.0.0.1:5432', begunBy: '@slack/web-api' }
  const idle = { connectionsTo: [{ ...to.connectionsTo[0], busy: 0.3 }] }
  t.same(lines(22, shared, idle), [21, 22], 'a queue before connections that are not always busy')
  t.same(lines(22, { ...shared, begunBy: null }, idle), [22], 'not of a package')
  t.same(lines(11, { ...timer, begunBy: 'got' }), [10, 11])
  t.same(lines(11, { ...timer, begunBy: 'got' }, { refusedShare: 1 }), [11], 'a time limit')
  const whyOf = (fields, window) => {
    let why = ''
    placesOf((looks) => ([{ why }] = waiting(looks, { ...to, ...window }, { readSource })), 11, fields)
    return why
  }
  const executor = [{ ...frame(11), function: 'sum' }, { ...frame(11), function: 'ask' }, frame(12)]
  let place
  const find = (looks) => ([place] = waiting(looks, { ...to, refusedShare: 0 }, { readSource }))
  placesOf(find, 11, { ...timer, frames: executor })
  t.match(place, { function: 'ask', why: /each time; called from at12 server\.js:12$/ }, 'V8 names the executor of a promise')
  t.match(whyOf(timer, { refusedShare: 1 }), /^waits until a time limit, 90 ms each time/)
  t.match(whyOf(timer, { refusedShare: 0 }), /^waits for a timer, 90 ms each time/)
  t.match(whyOf({ ...timer, target: 'GET http://a/' }, { refusedShare: 0 }), /^waits for a timer \(last request: GET http:\/\/a\/\), 90/)
  const released = (line) => {
    const fields = { ...queue, begunBy: null, frames: [frame(11), frame(12)], releasedBy: [frame(line)] }
    return whyOf(fields, { refusedShare: 0 })
  }
  t.match(released(13), 'released at server.js:13; called from')
  t.notMatch(released(12), 'released at', 'the nearest line of the application only called what released it')
  t.match(whyOf({ type: 'PROMISE', via: '' }, { refusedShare: 0 }), /^waits, not over after 90 ms/)
  t.same(lines(13, { ...timer, begunBy: 'delay' }), [13], 'the line itself calls the package')
  t.same(lines(11, { ...timer, begunBy: null }), [11], "the application's own timer")
  t.same(lines(19, { ...timer, begunBy: 'pg' }), [19], 'the line uses no object of the package')
  t.same(lines(12, { ...network, begunBy: null, begunAt: [frame(11)] }), [11])
  const queued = (fields) => placesOf((looks) => queueing(looks, { readSource }), 15, fields)
  t.same(queued({ type: 'ZLIB', via: 'ZLIB', begunBy: 'archiver' }), [14, 15])
  t.same(queued({ type: 'FSREQCALLBACK', via: '', begunBy: 'archiver' }), [15])
})

t.test('sequential waits are located where the function that waits is called for each', async function (t) {
  const source = ['function rateOf (zone, done) {', '  http.get(URL + zone, done)', '}', 'const postage = (row, done) => {', '  rateOf(row.zone, done)', '}'].join('\n')
  const [asks, calls] = [2, 5].map((line) => ({ file: '/app/server.js', line, column: 3, function: `at${line}` }))
  const none = { awaits: [], begunAt: [], begunIn: null, begunBy: null, middleware: [], releasedBy: [], heldAt: null }
  const wait = { ms: 30, loopDelayMs: 0, type: 'PROMISE', via: 'TCP', target: null, queue: false, isShared: false, ...none, frames: [asks, calls] }
  const waits = [0, 1, 2].map((i) => ({ ...wait, atMs: 30 * i }))
  const request = { route: 'GET /', ms: 100, runningMs: 10, status: 200, finished: true, operations: 9, waits }
  const seen = { requests: [request], seen: 1, overheadMs: 0, connections: [] }
  const first = (perRequest) => {
    const functions = [{ file: '/app/server.js', name: 'rateOf', from: 0, to: source.indexOf('const'), perRequest }]
    const limits = { connections: 50, connectionsTo: [], refusedShare: 0 }
    return waiting({ waits: seen, cpu: { functions } }, limits, { readSource: () => source })[0]
  }
  t.match(first(3), { line: 5, why: /3 times per request, one after another; in at2 server\.js:2/ })
  t.match(first(1), { line: 2, why: /called from at5 server\.js:5/ }, 'a function that loops')
  t.match(first(undefined), { line: 2 }, 'not counted')
})

t.test('a line that waits for what its request holds comes before the line at which the others wait', function (t) {
  const at = (line) => ({ file: '/app/server.js', line, column: 1, function: `at${line}` })
  const wait = { atMs: 0, ms: 90, loopDelayMs: 0, type: 'PROMISE', via: '', awaits: [], begunAt: [], begunIn: null, target: null }
  const one = { ...wait, begunBy: 'pool', middleware: [], isShared: false, queue: false, releasedBy: [], heldAt: null }
  const request = { route: 'GET /', ms: 100, runningMs: 10, status: 0, finished: false, operations: 9 }
  const linesFor = (inner, outer = {}) => {
    const waits = [...Array(9).fill({ frames: [at(2)], ...outer }), { frames: [at(5)], heldAt: at(2), ...inner }]
    const requests = waits.map((fields) => ({ ...request, waits: [{ ...one, ...fields }] }))
    const looks = { waits: { requests, seen: 10, overheadMs: 0, connections: [] } }
    const limits = { connections: 10, connectionsTo: [], refusedShare: 0 }
    return waiting(looks, limits, { readSource: () => null }).map(({ line }) => line)
  }
  t.same(linesFor({}), [5, 2])
  t.same(linesFor({ heldAt: null }), [2, 5])
  t.same(linesFor({ target: '127.0.0.1:5432' }), [2, 5], 'a query on the connection that it holds')
  t.same(linesFor({ ms: 5 }), [2, 5], 'a short wait')
  t.same(linesFor({}, { begunBy: 'other' }), [2, 5], 'of another package')
  t.end()
})

t.test('work and waits of a middleware are located where the application sets it up', async function (t) {
  const source = [
    "const compress = require('koa-compress')",
    "const i18n = require('i18n-2')",
    'app.use(compress({ br: true }))',
    'i18n.expressBind(app, {})',
    'app.use((req, res, next) => next())'
  ].join('\n')
  const of = (name) => `/app/node_modules/${name}/index.js`
  const wait = {
    atMs: 0,
    ms: 90,
    loopDelayMs: 0,
    type: 'ZLIB',
    via: 'ZLIB',
    awaits: [],
    begunAt: [],
    begunIn: null,
    begunBy: null,
    frames: [{ file: '/app/server.js', line: 5, column: 1, function: 'handle' }],
    isShared: false,
    target: null,
    queue: false,
    releasedBy: [],
    heldAt: null,
    middleware: ['unknown', 'koa-compress']
  }
  const request = { route: 'GET /', ms: 100, runningMs: 10, status: 200, finished: true, operations: 9 }
  const placesOf = (fields) => {
    const requests = [{ ...request, waits: [{ ...wait, ...fields }] }]
    const waits = { requests, seen: 1, overheadMs: 0, connections: [] }
    return queueing({ waits }, { readSource: () => source, sourceFiles: ['/app/server.js'] }).map(({ line }) => line)
  }
  t.same(placesOf({}), [3, 5])
  t.same(placesOf({ middleware: [] }), [5], 'a package that the application calls')
  t.same(placesOf({ frames: [], middleware: ['minizlib', 'koa-compress'] }), [3], 'without the application on the stack')
  t.same(placesOf({ frames: [], middleware: ['minizlib'] }), [], 'a package that the application does not set up')

  const dependency = (name) => ({ name: 'f', file: of(name), line: 1, column: 1, kind: 'dependency' })
  const stack = [dependency('express'), app('first', 5), dependency('express'), dependency('i18n-2')]
  const stacks = [{ frames: stack, weight: 8 }, { frames: [dependency('express'), app('first', 5)], weight: 2 }]
  const [{ middleware }] = toPlaces(attribute(stacks), { of: 'the time' })
  t.equal(middleware, 'i18n-2')
  t.equal(toPlaces(attribute([{ frames: [app('first', 5), dependency('i18n-2')], weight: 8 }]), { of: 'the time' })[0].middleware, '')
})

t.test('a line that only passes a request on is not the answer', async function (t) {
  const source = [
    "const { createApp, Get } = require('controllers')",
    'class Timing {',
    '  use (req, res, next) {',
    '    next()',
    '  }',
    '}',
    'decorate([Get()], Timing)',
    'const app = createApp({ controllers: [] })'
  ]
  const call = (id, functionName, url, children) => {
    return { id, callFrame: { functionName, url, lineNumber: 1, columnNumber: 0 }, children }
  }
  const nodes = [call(1, '(root)', '', [2]), call(2, 'transform', 'file:///app/node_modules/controllers/index.js', [])]
  const profile = { nodes, samples: [2, 2], timeDeltas: [0, 5], startTime: 0, endTime: 9 }
  const placesAt = (line) => {
    const frame = { file: '/app/server.js', line, column: 1, function: 'use' }
    const requests = [{ waits: [], runningMs: 10, ran: [{ frame, ms: 9 }] }]
    const functions = [{ file: '/app/server.js', name: 'use', from: 0, to: 200 }]
    return computing({ cpu: { profile, functions }, waits: { requests } }, { readSource: () => source.join('\n') })
  }
  t.match(placesAt(4), [{ line: 8, why: /sets up controllers/ }])
  t.match(placesAt(3), [{ line: 3, why: /starts asynchronous work/ }])
  source[3] = '    const result = await next(req)'
  source[6] = source[7] = 'app.use({ encoder: controllers })'
  source[0] = "const controllers = require('controllers')"
  t.match(placesAt(4), [{ line: 7, why: /sets up controllers/ }], 'a package that is an option of another')
})

t.test('marks of performance are retained where they are made', async function (t) {
  const source = 'async function poll () {\n  performance.mark("a")\n  for (;;) list.push(await next())\n}'
  const node = (functionName, url, lineNumber, selfSize, children) => {
    return { callFrame: { functionName, url, lineNumber, columnNumber: 0 }, selfSize, children }
  }
  const marked = node('mark', 'node:internal/perf/usertiming', 9, 1000, [])
  const called = node('mark', 'node:internal/perf/performance', 9, 0, [marked])
  const profile = { head: node('(root)', '', 0, 0, [node('poll', 'file:///app/poller.js', 0, 0, [called])]) }
  const metrics = { heapUsedBytes: 0, externalBytes: 0 }
  const retained = {
    profile,
    functions: [{ file: '/app/poller.js', name: 'poll', from: 0, to: source.length }],
    served: 0,
    before: { metrics },
    metrics: { ...metrics, heapUsedBytes: 1000 }
  }
  t.match(keeping({ retained }, { readSource: () => source }), [{ line: 2, why: /performance timeline of Node/ }])
})

t.test('an error response of a package is located where the application sets up the package', async function (t) {
  const source = [
    "const express = require('express')",
    "const limit = require('express-rate-limit')",
    'const app = express()',
    'app.use(limit({ max: 0 }))'
  ].join('\n')
  const of = (name) => `file:///app/node_modules/${name}/index.js`
  const call = (id, functionName, url, children) => {
    return { id, callFrame: { functionName, url, lineNumber: 1, columnNumber: 0 }, children }
  }
  const nodes = [
    call(1, '(root)', '', [2]),
    call(2, 'handle', of('express'), [3]),
    call(3, 'route', 'file:///app/server.js', [])
  ]
  const profile = { nodes, samples: [3, 3], timeDeltas: [0, 5], startTime: 0, endTime: 9 }
  const refusal = {
    status: 429,
    said: '',
    statusSetAt: [],
    statusSetIn: ['express', 'express-rate-limit'],
    thrownAt: null,
    message: '',
    thrownStatus: null
  }
  const looks = {
    refusals: { refusals: [refusal] },
    cpu: { profile, functions: [{ file: '/app/server.js', name: 'route', from: 0, to: 9 }] }
  }
  t.match(refusing(looks, { readSource: () => source }), [{ line: 4, share: 1, why: /sets up express-rate-limit.*429/ }])
})

t.test('keeping names a collection that grows with the requests, and the line that adds to it', async function (t) {
  const source = [
    'const store = { seen: new Map(), sizes: [] }',
    'function note (id) {',
    '  if (store.seen.has(id)) return',
    '  store.seen.set(id, 1)',
    '}'
  ]
  const looked = (retainer) => ({
    retainer,
    served: 1000,
    functions: [{ file: '/app/server.js', name: 'note', from: 45, to: 200 }],
    profile: null
  })
  const seen = { file: '/app/server.js', path: ['store', 'seen'], type: 'Map', list: null, entries: 1000, requests: 1000, bytes: 9e6, share: 0.9 }
  const options = { readSource: () => source.join('\n') }
  t.match(keeping({ retained: looked(seen) }, options), [
    {
      line: 4,
      column: 3,
      function: 'note',
      share: 0.9,
      why: 'store.seen (a Map) retains 1 entry per request; store is declared at /app/server.js:1'
    }
  ])
  t.same(keeping({ retained: looked({ ...seen, path: ['elsewhere', 'sizes'] }) }, options), [], 'no line here adds to it')
  t.same(keeping({ retained: looked({ ...seen, requests: 100_000 }) }, options), [], 'few entries: it leads to what grows')
})

t.test('memory that a package retains is located at the call of it that allocates most', async function (t) {
  const source = [
    "const moment = require('moment')",
    'function localeOf (req) {',
    "  if (req.en) return moment.locale('en')",
    "  return moment.updateLocale('fr', formats)",
    '}'
  ].join('\n')
  const call = (functionName, url, lineNumber, selfSize, children) => {
    return { callFrame: { functionName, url, lineNumber, columnNumber: 0 }, selfSize, children }
  }
  const inside = call('updateLocale', 'file:///app/node_modules/moment/moment.js', 9, 900, [])
  const head = call('(root)', '', 0, 0, [call('localeOf', 'file:///app/server.js', 1, 0, [inside])])
  const metrics = { heapUsedBytes: 0, externalBytes: 0 }
  const counts = { entries: 10, requests: 10, bytes: 900, share: 0.9 }
  const retainer = { path: ['moment', 'chain'], type: 'Object', list: null, entryAt: null, ...counts }
  const first = (file) => {
    const functions = [{ file: '/app/server.js', name: 'localeOf', from: source.indexOf('function'), to: source.length }]
    const own = { ...retainer, file }
    const retained = { profile: { head }, functions, served: 10, before: { metrics }, metrics, retainer: own }
    return keeping({ retained }, { readSource: (one) => (one === '/app/server.js' ? source : null) })[0].line
  }
  t.equal(first('file:///app/server.js'), 4, 'the variable of the application')
  t.equal(first('file:///app/node_modules/moment/moment.js'), 4, 'a variable of the package')
})

t.test('values that a function stores in its own local objects are not retained', async function (t) {
  const keptAt = function (...lines) {
    const source = ['function hold (seat) {', ...lines, '}'].join('\n')
    const functions = [{ file: '/app/server.js', name: 'hold', from: 0, to: source.length }]
    return keepingLine({ file: '/app/server.js', name: 'hold', line: 1 }, functions, () => source)?.line ?? null
  }
  t.equal(keptAt('const seats = Buffer.from(current.seats)', 'seats[seat] = 1', 'current = { seats }'), null)
  t.equal(keptAt('const row = []', 'row.push(seat)', 'all.push(row)'), 4, 'but what holds that')
  t.equal(keptAt('const cache = {}', 'this.cache[seat] = cache'), 3, 'a field of the same name is another one')
  t.equal(keptAt('const row = rows.get(seat) ?? []', 'row.push(seat)'), 3, 'nor is what it has taken from elsewhere')
})

t.test('for accumulating timers, the line that adds them comes before the callback that computes', async function (t) {
  const call = (functionName, lineNumber) => ({ functionName, url: 'file:///app/server.js', lineNumber, columnNumber: 0 })
  const source = ['function rate () {}', 'function keepCurrent () {', '  setInterval(rate, 200)', '}'].join('\n')
  const functions = [{ file: '/app/server.js', name: 'keepCurrent', from: 20, to: source.length }]
  const nodes = [
    { id: 1, callFrame: call('(root)', 0), children: [2] },
    { id: 2, callFrame: call('rate', 0) }
  ]
  const made = { callFrame: call('keepCurrent', 1), selfSize: 900, children: [] }
  const head = { callFrame: call('(root)', 0), selfSize: 0, children: [made] }
  const metrics = { heapUsedBytes: 0, externalBytes: 0 }
  const looks = {
    cpu: { profile: { nodes, samples: [2, 2], timeDeltas: [0, 1000], startTime: 0, endTime: 1000 }, functions: [] },
    retained: {
      profile: { head },
      functions,
      served: 10,
      metrics: { ...metrics, heapUsedBytes: 900 },
      before: { metrics }
    }
  }
  const named = (opened) =>
    accumulation
      .places(looks, { grown: [], opened, requests: 10 }, { readSource: () => source })
      .map(({ line }) => line)
  t.same(named({ Timeout: 10 }), [3, 1])
  t.same(named({ Timeout: 1 }), [1, 3])
  const none = { type: 'Array', list: null, entryAt: null, entries: 10, requests: 10, bytes: 900 }
  const retainer = { ...none, path: ['rates'], file: 'file:///app/server.js', share: 0.9 }
  const ran = [{ file: '/app/server.js', name: 'keepCurrent', from: 20, to: 99 }]
  Object.assign(looks.retained, { retainer, functions: ran })
  const text = source.replace('setInterval(rate, 200)', 'rates.push(rate)')
  const window = { grown: [], opened: {}, requests: 10 }
  const at = () => accumulation.places(looks, window, { readSource: () => text })[0].line
  t.equal(at(), 3, 'the line that adds to what grows')
  retainer.share = 0.3
  t.equal(at(), 1, 'a small part of what grows')
})

t.test("before a package's listener comes the line of the application that makes the package add it", async function (t) {
  const FILE = '/app/node_modules/metrics/index.js'
  const source = ['const { hook } = metrics', 'function measure (req) {', '  hook(server)', '  send(req)', '}'].join('\n')
  const call = (functionName, url, lineNumber) => ({ functionName, url, lineNumber, columnNumber: 0 })
  const made = (callFrame, selfSize, children = []) => ({ callFrame, selfSize, children })
  const sent = made(call('send', 'file:///app/node_modules/metrics/send.js', 1), 900)
  const handled = made(call('measure', 'file:///app/server.js', 1), 0, [made(call('hook', `file://${FILE}`, 2), 100), sent])
  const head = made(call('(root)', '', 0), 0, [made(call('run', `file://${FILE}`, 30), 50, [handled])])
  const memory = { heapUsedBytes: 0, externalBytes: 0 }
  const functions = [{ file: '/app/server.js', name: 'measure', from: source.indexOf('function'), to: source.length }]
  const retained = { profile: { head }, functions, served: 10, metrics: memory, before: { metrics: memory } }
  const places = (file) => {
    const listener = { file, line: 7, column: 3, function: 'onend' }
    const grown = [{ listener, emitter: 'Server', event: 'after', count: 90, before: 10 }]
    return accumulation
      .places({ retained }, { grown, opened: {}, requests: 10 }, { readSource: () => source })
      .filter(({ of }) => of === 'added listeners')
  }
  t.match(places(FILE), [
    { line: 3, function: 'measure', share: 1, why: 'adds, through metrics, a listener for "after"; one Server now has 90 of them' },
    { file: FILE, line: 7 }
  ])
  t.match(places('/app/server.js'), [{ line: 7 }], "the application's own listener")
  t.equal(places('/app/server.js').length, 1)
  t.match(places('/app/node_modules/other/index.js'), [{ line: 7 }], 'nothing of that file is in use')
})

t.test('if a package iterates over what accumulates, the line that adds comes first', async function (t) {
  const source = ['function page (item) {', '  view.register(item)', '  return view.render()', '}', 'const log = () => {}'].join('\n')
  const call = (functionName, url, lineNumber) => ({ functionName, url, lineNumber, columnNumber: 0 })
  const page = call('page', 'file:///app/server.js', 0)
  const ofPackage = (name) => call(name, 'file:///app/node_modules/view/index.js', 9)
  const nodes = [
    { id: 1, callFrame: call('(root)', '', 0), children: [2] },
    { id: 2, callFrame: page, children: [3], positionTicks: [{ line: 3, ticks: 9 }] },
    { id: 3, callFrame: ofPackage('render') }
  ]
  const made = (callFrame, selfSize, children = []) => ({ callFrame, selfSize, children })
  const own = call('trace', `file://${require.resolve('../../../src/agent/probes/call-stack')}`, 0)
  const log = made(call('log', 'file:///app/server.js', 4), 100, [made(own, 5000)])
  const head = made(call('(root)', '', 0), 0, [made(page, 0, [made(ofPackage('register'), 900)]), log])
  const functions = [{ file: '/app/server.js', name: 'page', from: 0, to: source.length }]
  const metrics = { heapUsedBytes: 0, externalBytes: 0 }
  const retained = { profile: { head }, functions, served: 10, metrics, before: { metrics } }
  const window = { grown: [], opened: {}, requests: 10 }
  const placesOf = function (id) {
    const profile = { nodes, samples: [id, id], timeDeltas: [0, 1000], startTime: 0, endTime: 1000 }
    return accumulation.places({ cpu: { profile, functions }, retained }, window, { readSource: () => source })
  }
  const places = placesOf(3)
  t.same(places.map(({ line }) => line), [2, 3, 5])
  t.equal(places[0].share, 0.9, 'without what hot-path allocates')
  t.equal(placesOf(2)[0].line, 3, 'a function that iterates itself')
})

t.test('a callback that each request calls very often is located where it is registered', async function (t) {
  const call = (functionName, lineNumber) => ({ functionName, url: 'file:///app/server.js', lineNumber, columnNumber: 0 })
  const nodes = [
    { id: 1, callFrame: call('(root)', 0), children: [2] },
    { id: 2, callFrame: call('slow', 1) }
  ]
  const profile = { nodes, samples: [2, 2], timeDeltas: [0, 1000], startTime: 0, endTime: 1000 }
  const first = function (source, perRequest, name = 'slow') {
    const from = source.indexOf('(value)') - (name ? 'function slow '.length : 0)
    const functions = [{ file: '/app/server.js', name, from, to: source.indexOf('}') + 1, perRequest }]
    return walking({ cpu: { profile, functions } }, { readSource: () => source })[0]
  }
  const named = '\nfunction slow (value) { value.work() }\nfunction handle () {\n  shared.use(slow)\n}'
  t.match(first(named, 5000), { line: 4, share: 1, why: 'passes on slow, which a request then calls 5,000 times' })
  t.equal(first(named, 2).line, 2, 'called rarely: registered once')
  t.equal(first(`${named}\nother.use(slow)`, 5000).line, 2, 'registered in two places')
  t.equal(first(named.replace('use(slow)', 'use(() => slow(1))'), 5000).line, 2, 'called there, not passed on')
  t.equal(first('\nshared.use((value) => { value.work() })', 5000, '').line, 2, 'written there')
})

t.test('requests that wait for a connection of an HTTP agent are located at its limit', async function (t) {
  const source = ['const agent = new Agent({ maxSockets: 5 })', 'async function handle () {', '  await ask(agent)', '}'].join('\n')
  const frame = { file: '/app/server.js', line: 3, column: 3, function: 'handle' }
  const wait = { atMs: 0, ms: 500, loopDelayMs: 0, type: 'QueuedRequest', via: 'TCP', frames: [frame], awaits: [], begunAt: [] }
  const more = { begunIn: null, begunBy: null, middleware: [], isShared: false, releasedBy: [], heldAt: null }
  const first = function (text, queue) {
    const waits = [{ ...wait, ...more, target: 'GET http://127.0.0.1:4000/', queue }]
    const request = { route: 'GET /', ms: 500, runningMs: 0, status: 200, finished: true, waits, ran: [], opened: [] }
    const looks = { waits: { requests: [request], seen: 1, overheadMs: 0, connections: [], opened: 0, lookups: 0 } }
    const window = { connections: 50, connectionsTo: [], refusedShare: 0 }
    return waiting(looks, window, { readSource: () => text, sourceFiles: ['/app/server.js'] })[0]
  }
  t.match(first(source, true), { line: 1, share: 1, why: /maxSockets/ })
  t.equal(first(source, false).line, 3, 'the other server is slow')
  t.equal(first(source.replace('5', 'Infinity'), true).line, 3, 'no limit')
})

t.test('a stall is located by what runs in the long blocks only', async function (t) {
  const call = (functionName, lineNumber, url = 'file:///app/server.js') => ({ functionName, url, lineNumber, columnNumber: 0 })
  const nodes = [
    { id: 1, callFrame: call('(root)', 0, ''), children: [2, 3, 4] },
    { id: 2, callFrame: call('(idle)', 0, '') },
    { id: 3, callFrame: call('answer', 1) },
    { id: 4, callFrame: call('rebuild', 5) }
  ]
  // 60 ms of answers, in pieces of 3 ms between idle time; then 30 ms of the rebuild.
  const pieces = Array.from({ length: 20 }, () => [3, 3, 3, 2]).flat()
  const samples = [...pieces, ...new Array(30).fill(4), 2]
  const timeDeltas = samples.map(() => 1000)
  const looks = { cpu: { profile: { nodes, samples, timeDeltas }, functions: [] } }
  const lookAt = (leastMs) => stalling(looks, leastMs, { readSource: () => null })
  t.match(lookAt(20), [{ line: 6, function: 'rebuild', share: 1, of: 'the time of long blocks' }])
  t.same(lookAt(40), [], 'no block that long')
})

t.test('a list in a Map has no name; the function that adds to it is reported', async function (t) {
  const source = [
    'const pool = { bySize: new Map() }',
    'function take (size) { return pool.bySize.get(size)?.pop() }',
    'function give (buffer) {',
    '  const free = pool.bySize.get(buffer.length)',
    '  free.push(buffer)',
    '}'
  ].join('\n')
  const functions = ['take', 'give'].map(function (name) {
    const from = source.indexOf(`function ${name}`)
    return { file: '/app/server.js', name, from, to: source.indexOf('}', from + 40) + 1 }
  })
  const path = ['pool', 'bySize', '']
  const retainer = { file: '/app/server.js', path, type: 'Array', list: null, entries: 1000, requests: 1000, bytes: 1e6, share: 1 }
  const retained = { retainer, served: 1000, functions, profile: null }
  const [place] = keeping({ retained }, { readSource: () => source })
  t.match(place, { line: 5, function: 'give' })
})

t.test('a source location fits a terminal, and its path is escaped on a page', async function (t) {
  const directory = t.testdir({ '<script>alert(1)<.js': `const a = 1\n${'let b = 2; '.repeat(30)}\n` })
  const file = path.join(directory, fs.readdirSync(directory)[0])
  const place = { file, line: 2, column: 1, function: '<b>', share: 0.5, of: 'the time', why: '<i>because</i> '.repeat(20) }
  // A path has no spaces for line breaks.
  for (const line of formatPlaces([{ ...place, file: '<b>' }])) t.ok(line.length <= 80, line)
  const page = String(lineList(linesOf([place])))
  t.notMatch(page, /<(script|b|i)>/)
  t.match(page, /<mark>2 {2}let b/)
})
