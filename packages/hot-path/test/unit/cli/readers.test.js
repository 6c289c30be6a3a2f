'use strict'

// Everything that is read back may be damaged, or made by somebody who means no good: it is read, or there is one
// sentence; nothing of it runs, and it changes nothing but itself. FC_SEED=2 tries other values; READERS_SEEDS=1000
// tries a thousand seeds.

const fs = require('fs')
const path = require('path')
const { pathToFileURL } = require('url')
const fc = require('fast-check')
const t = require('tap')
const { readState } = require('../../../../../scripts/learn/state')
const { checks } = require('../../../../../scripts/learn/checks')
const { OperationalError } = require('../../../src/util/errors')
const { resolveConfig } = require('../../../src/config/config')
const { hotSpotsOf, readComparison } = require('../../../src/comparison/compare')
const { page } = require('../../../src/comparison/page')
const { requestsFrom } = require('../../../src/config/request-options')
const { toSubject } = require('../../../src/config/subjects')
const instruments = require('../../../src/instruments')
const { readFiles } = require('../../../src/instruments/profile-file')
const { comparison } = require('../../support/comparison')

const SEEDS = Number(process.env.READERS_SEEDS ?? 1)
const SEED = Number(process.env.FC_SEED ?? 1)
const RUNS = 200
const MARKUP = '</script><img src=x onerror=alert(1)>"\'`$' + '{x}'

const hostile = fc.oneof(
  fc.constantFrom(
    MARKUP,
    `\u001b]8;;http://x\u0007\u202e${MARKUP}`,
    '\ud800',
    '\0',
    '../../../etc/passwd',
    '__proto__',
    'constructor',
    'toString',
    null,
    true,
    0,
    -1,
    1e308,
    2 ** 53,
    0.5,
    '',
    [],
    {},
    [[[]]],
    { toString: 1, valueOf: 1 },
    { length: 1e9 },
    { then: 'x' },
    [null],
    JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
  ),
  fc.jsonValue(),
  fc.constant(null).map(() => Array.from({ length: 1000 }, (_, i) => i)),
  fc.constant(null).map(() => 'x'.repeat(100_000))
)
const steps = fc.array(fc.nat(), { minLength: 1, maxLength: 10 })

/** A copy of a value with something in it, anywhere, replaced, removed or added. */
function spoilt (whole, steps, value, how) {
  const holder = { whole: structuredClone(whole) }
  let [at, key] = [holder, 'whole']
  for (const step of steps) {
    const inner = at[key]
    if (typeof inner !== 'object' || inner === null || Object.keys(inner).length === 0) break
    const keys = Object.keys(inner)
    at = inner
    key = keys[step % keys.length]
  }
  if (how === 'remove') delete at[key]
  else if (how === 'add') define(at, '__proto__', value)
  else define(at, key, value)
  return holder.whole
}

function define (object, name, value) {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}

/** What a text may have become. */
function texts (whole) {
  const text = JSON.stringify(whole)
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(steps, hostile, fc.constantFrom('replace', 'replace', 'remove', 'add')).map(([steps, value, how]) => JSON.stringify(spoilt(whole, steps, value, how)) ?? '') },
    { weight: 1, arbitrary: hostile.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.nat(text.length).map((end) => text.slice(0, end)) },
    { weight: 1, arbitrary: fc.tuple(fc.nat(text.length), fc.string({ unit: 'binary' })).map(([at, noise]) => text.slice(0, at) + noise + text.slice(at + noise.length)) },
    { weight: 1, arbitrary: fc.constantFrom('', '[', '['.repeat(50_000), '{"a":'.repeat(50_000), '\ufeff{}', '1e999', 'null', text + text) }
  )
}

const PROFILE = {
  nodes: [
    { id: 1, callFrame: { functionName: '(root)', scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 }, children: [2, 3] },
    { id: 2, callFrame: { functionName: 'answer', scriptId: '1', url: 'file:///app/server.js', lineNumber: 3, columnNumber: 1 }, positionTicks: [{ line: 4, ticks: 2 }] },
    { id: 3, callFrame: { functionName: 'get', scriptId: '2', url: 'node:http', lineNumber: 3, columnNumber: 1 } }
  ],
  startTime: 0,
  endTime: 200,
  samples: [2, 2, 3, 1],
  timeDeltas: [0, 100, 100, 50]
}
const HEAP = {
  head: {
    callFrame: { functionName: '(root)', scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 },
    selfSize: 0,
    id: 1,
    children: [
      { callFrame: { functionName: 'keep', scriptId: '1', url: 'file:///app/server.js', lineNumber: 3, columnNumber: 1 }, selfSize: 1e6, id: 2, children: [] }
    ]
  },
  samples: [{ size: 1e6, nodeId: 2, ordinal: 1 }]
}
const FLAME = {
  subject: 'server',
  file: 'server.js',
  date: '2026-11-24T11:00:00.000Z',
  workload: { path: '/' },
  hottest: [{ name: 'answer', file: 'server.js', line: 4, kind: 'app', self: 60, total: 80, native: 0 }],
  other: { garbageCollector: 10, program: 20 },
  weight: 100
}
const MAP = { version: 3, file: 'out.js', sources: ['in.ts'], sourcesContent: ['a\nb\nc'], names: ['a'], mappings: 'AAAA;AACA;AACA' }

const KEPT = comparison({ one: { cpuUs: 90 }, two: { cpuUs: 30 } }, { rounds: 3 })

/** Each reads what lies in the folder, and gives the pages that it has made. */
const readers = {
  'a comparison': { file: 'index.json', whole: KEPT, read: ({ file }) => page(readComparison(file)) },
  "Flame's finding beside a comparison": {
    file: 'server/flame.json',
    whole: FLAME,
    canDoWithout: true,
    read ({ folder }) {
      const hotSpots = ['one', 'two'].flatMap((subject) =>
        hotSpotsOf({ id: 'server', file: 'server.js', path: '/' }, folder).map((spots) => ({ ...spots, subject })))
      return page({ ...KEPT, hotSpots })
    }
  },
  'a CPU profile': {
    file: 'mine.cpuprofile',
    whole: PROFILE,
    read: ({ file, folder }) => pageOf('cpu-profile', file, folder)
  },
  'a heap profile': {
    file: 'mine.heapprofile',
    whole: HEAP,
    read: ({ file, folder }) => pageOf('heap', file, folder)
  },
  'a source map': {
    file: 'out.js.map',
    whole: MAP,
    canDoWithout: true,
    async read ({ folder }) {
      const out = path.join(folder, 'out.js')
      fs.writeFileSync(out, 'a\nb\nc\n//# sourceMappingURL=out.js.map\n')
      const profile = structuredClone(PROFILE)
      Object.assign(profile.nodes[1].callFrame, { url: pathToFileURL(out).href, lineNumber: 1, columnNumber: 0 })
      fs.writeFileSync(path.join(folder, 'mapped.cpuprofile'), JSON.stringify(profile))
      return pageOf('cpu-profile', path.join(folder, 'mapped.cpuprofile'), folder)
    }
  },
  'a list of requests': {
    file: 'requests.json',
    whole: [{ method: 'POST', path: '/a', headers: { a: 'b' }, body: '{}', weight: 2 }, { path: '/b' }],
    read: ({ file }) => requestsFrom({ requests: file })
  },
  'an HTTP archive': {
    file: 'mine.har',
    whole: { log: { entries: [{ request: { method: 'POST', url: 'http://x/a?b', headers: [{ name: 'a', value: 'b' }], postData: { text: 'x' } } }, { request: { method: 'GET', url: 'http://x/' } }] } },
    read: ({ file }) => requestsFrom({ har: file })
  },
  'a package.json': {
    file: 'package.json',
    whole: { name: 'x', main: 'server.js', type: 'commonjs', scripts: { start: 'A=1 node --no-warnings server.js x' } },
    read: ({ folder }) => toSubject(folder)
  },
  'a config': {
    file: 'hot-path.config.json',
    canDoWithout: true,
    whole: { subjects: { app: { title: 'x', file: 'server.js', path: '/' } }, defaults: { connections: 5 }, claims: [{ id: 'a', metric: 'costGrowth', subject: 'app', most: 1, why: 'x' }] },
    read: ({ file }) => resolveConfig(parsed(file), file)
  },
  "a learner's state": {
    file: 'state.json',
    whole: { version: 1, chapter: 3, chapters: { 1: { bet: { text: 'x', date: 'x' }, hints: 1, passed: { date: 'x', saw: ['x'], measured: null } } }, case: 'x', cases: { x: { diagnosed: ['a'], hints: 2 } } },
    read: ({ folder }) => readState(folder)
  },
  "a learner's last run of Doctor": {
    file: '01-slow/doctor.json',
    whole: { issue: 'event-loop', issues: {}, explainedBy: null, disturbance: null },
    read: ({ folder }) => checks[3].check({ answer: 'io', reports: folder })
  },
  "a learner's last profile": {
    file: '01-slow/flame.json',
    whole: FLAME,
    read: ({ folder }) => checks[6].check({ answer: 'a.js:1', reports: folder })
  },
  "a learner's last run of heap": {
    file: 'sessions/heap.json',
    whole: { places: [], kept: { bytes: 1, bytesPerRequest: 1, places: [{ file: 'a.js', line: 1, column: 1, function: 'f', share: 1, of: 'x', why: 'sessions (a Map) keeps' }] }, allocated: { places: [] } },
    read: ({ folder }) => checks[14].check({ answer: 'sessions', bet: '1', reports: folder })
  }
}

function parsed (file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return {} // Node says of a config that is no JavaScript what is wrong with it
  }
}

/** Reads a profile that was brought, and gives the page. */
async function pageOf (name, file, reports) {
  const record = await readFiles(instruments[name], [file], { reports })
  instruments[name].format(record, null)
  return fs.readFileSync(record.report, 'utf8')
}

t.setTimeout(1000 * (60 + 60 * SEEDS))
console.error = () => {} // how many requests an archive has, each time
for (const [what, { file: name, whole, read, canDoWithout = false }] of Object.entries(readers)) {
  t.test(`${what} that is damaged or hostile`, async function (t) {
    const folder = t.testdir({ 'server.js': '' })
    const file = path.join(folder, name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    const attempt = async function (text) {
      fs.writeFileSync(file, text)
      const seen = await sentenceOr(() => read({ file, folder }))
      if (typeof seen === 'string' && seen.includes('<img src=x')) throw new Error('the markup of a field stands in the page')
      if ({}.polluted !== undefined || [].polluted !== undefined) throw new Error('it has changed all objects')
    }
    await attempt(JSON.stringify(whole))
    t.notMatch(await sentenceOr(() => read({ file, folder })), OperationalError, 'as it should be, it is read')
    const property = fc.asyncProperty(texts(whole), attempt)
    for (let seed = SEED; seed < SEED + SEEDS; seed++) await fc.assert(property, { seed, numRuns: RUNS })
    if (canDoWithout) return
    fs.truncateSync(file, 0)
    fs.truncateSync(file, 600e6) // without a byte on the disk
    t.match(await sentenceOr(() => read({ file, folder })), OperationalError, 'too large')
  })
}

/** @returns {Promise<unknown>} what is read, or the OperationalError that it is one sentence of */
async function sentenceOr (read) {
  try {
    return await read()
  } catch (err) {
    if (err instanceof OperationalError && !err.message.includes('\n')) return err
    throw err
  }
}
